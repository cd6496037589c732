import type { Context } from 'hono'
import { takesGzip } from '../http/encoding.ts'
import type { Env } from '../http/env.ts'
import type { KeptPage } from './kept.ts'

/** If-None-Match, whose tags are compared weakly (RFC 9110 §13.1.2). */
export const holds = (asked: string | undefined, tag: string): boolean =>
  asked !== undefined &&
  asked.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^(?!W\/)/, 'W/') === tag)

/**
 * A kept page, or that the browser's own is still it. A 304 carries no policy: its fields would replace those that the browser keeps
 * with its body (RFC 9111 §4.3.4), which fit the very scripts of it.
 */
export async function sent(c: Context<Env>, { tag, body, headers, gzipped }: KeptPage): Promise<Response> {
  const about = { etag: tag, 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' }
  if (holds(c.req.header('if-none-match'), tag)) return new Response(null, { status: 304, headers: about })
  const isZipped = takesGzip(c.req.header('accept-encoding'))
  const bytes = isZipped ? await gzipped() : body
  return new Response(bytes, {
    headers: {
      ...about,
      ...headers,
      'content-length': String(bytes.byteLength),
      ...(isZipped && { 'content-encoding': 'gzip' }),
    },
  })
}
