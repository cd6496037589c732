import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { keepAliveSeconds } from '../headers.ts'

export interface Answer {
  status: number
  /** As they are written; names in small letters. */
  headers: Record<string, string | number>
  body: string | Uint8Array
}

/** Writes an answer to a connection that stays open, as Node would (RFC 9112 §4, RFC 9110 §6.6.1). @param now milliseconds since 1970 UTC */
export function writeAnswer(socket: Socket, { status, headers, body }: Answer, now: number): void {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  head += `Date: ${dateOf(now)}\r\n${kept}\r\n`
  if (typeof body !== 'string') {
    socket.cork()
    socket.write(head, 'latin1')
    socket.write(body)
    socket.uncork()
    // As many bytes as letters: each is its own byte.
  } else socket.write(head + body, headers['content-length'] === body.length ? 'latin1' : 'utf8')
}

const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`

let last = { second: NaN, text: '' }

function dateOf(now: number): string {
  const second = Math.floor(now / 1000)
  if (last.second !== second) last = { second, text: new Date(now).toUTCString() }
  return last.text
}
