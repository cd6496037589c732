import type { Turn } from '../exchange.ts'
import { latin1 } from './text.ts'

export interface RequestShape {
  method?: string
  uri: string
  host: string
  userAgent?: string
  headers?: Record<string, string>
  body?: string
}

/** An HTTP/1.1 request as bytes; header order is the order given. */
export function request({
  method = 'GET',
  uri,
  host,
  userAgent,
  headers = {},
  body,
}: RequestShape): Uint8Array {
  const lines = [
    `${method} ${uri} HTTP/1.1`,
    `Host: ${host}`,
    ...(userAgent === undefined ? [] : [`User-Agent: ${userAgent}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
    'Connection: close',
  ]
  return latin1(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

const page = '<html><head><title>It works</title></head><body></body></html>'

export const response = (status: string, body = page): Uint8Array =>
  latin1(
    `HTTP/1.1 ${status}\r\nServer: nginx\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )

export function visit(shape: RequestShape, status = '404 Not Found'): Turn[] {
  return [
    { from: 'source', bytes: request(shape) },
    { from: 'destination', bytes: response(status) },
  ]
}
