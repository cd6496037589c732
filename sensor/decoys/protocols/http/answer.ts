import type { DecoyOptions, HttpResponse } from '#model/sensor/profile.ts'
import type { Request } from './request.ts'

const reasons: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'HTTP Version Not Supported',
}

/** The first response whose method and path match. */
export const responseTo = (request: Request, responses: readonly HttpResponse[]): HttpResponse | undefined =>
  responses.find(
    ({ method, path }) =>
      (method === undefined ||
        method === request.method ||
        (method === 'GET' && request.method === 'HEAD')) &&
      (path.endsWith('*') ? request.path.startsWith(path.slice(0, -1)) : request.path === path),
  )

/** A short page as servers send one with an error. */
export const plainResponse = (status: number, headers: Record<string, string> = {}): HttpResponse => {
  const title = `${status} ${reasons[status] ?? ''}`.trim()
  return {
    path: '*',
    status,
    headers: { 'Content-Type': 'text/html', ...headers },
    body:
      status === 204
        ? ''
        : `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  }
}

export function written(
  response: HttpResponse,
  request: Request | null,
  options: DecoyOptions,
  now: number,
  isLast: boolean,
  usual: Readonly<Record<string, string>> = {},
): string {
  const date = new Date(now).toUTCString()
  const fill: Record<string, string> = {
    path: request?.path ?? '/',
    host: request?.headers.get('host') ?? options.hostname ?? 'localhost',
    date,
  }
  const body = (response.body ?? '').replace(/\{\{(path|host|date)\}\}/g, (_, name: string) =>
    escaped(fill[name]!.slice(0, 512)),
  )
  const headers = new Map<string, string>()
  const add = (all: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(all)) headers.set(name.toLowerCase(), `${name}: ${value}`)
  }
  add({ Date: date })
  add(usual)
  if (options.server !== undefined) add({ Server: options.server })
  add(options.headers ?? {})
  add(response.headers ?? {})
  add({ 'Content-Length': String(Buffer.byteLength(body)), Connection: isLast ? 'close' : 'keep-alive' })
  const first = `HTTP/1.1 ${response.status} ${reasons[response.status] ?? ''}`
  const head = `${[first, ...headers.values()].join('\r\n')}\r\n\r\n`
  return request?.method === 'HEAD' ? head : head + body
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
