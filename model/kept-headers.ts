import type { HttpRequest } from './protocols/http.ts'

/** Headers that a request keeps by themselves, by the names they are sent under. */
export const keptHeaders = {
  host: 'host',
  'user-agent': 'userAgent',
  authorization: 'authorization',
  cookie: 'cookies',
  origin: 'origin',
  referer: 'referer',
  'content-type': 'contentType',
} as const satisfies Record<string, keyof HttpRequest>
