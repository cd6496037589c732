import { createHash, type Hash } from 'node:crypto'
import type { HttpRequest } from '#model/protocols/http.ts'
import { limits } from '#packet/limits.ts'
import { cut } from '../cut.ts'
import { latin1 } from '../latin1.ts'
import { header, type Head } from './head.ts'
import { otherHeaders } from './other-headers.ts'

const fact = (text: string): string => cut(text, limits.text)

/** The path of a request target: without scheme, authority, query and fragment (RFC 9112 §3.2). */
export function pathOf(uri: string): string {
  const afterAuthority = uri.replace(/^[a-z][a-z0-9+.-]{0,15}:\/\/[^/?#]*/i, '')
  const path = afterAuthority.split(/[?#]/, 1)[0]!
  return path === '' && afterAuthority !== uri ? '/' : path
}

/** Names of the cookies in a Cookie header, in order, each once. */
export function cookieKeys(cookies: string): string[] {
  const keys = cookies.split(';', limits.httpHeaders).map((pair) => pair.split('=', 1)[0]!.trim())
  return [...new Set(keys.filter((key) => key !== ''))]
}

/** One request being read: the head is known, the body arrives in pieces. */
export class RequestBuilder {
  readonly #head: Head
  #md5: Hash | null = null
  #bytes = 0
  #bodyStart = ''
  readonly #headSize: number

  constructor(head: Head) {
    this.#head = head
    const { start, headers } = head
    const names = headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
    this.#headSize = names + (start.kind === 'request' ? 2 * start.uri.length : 0)
  }

  /** `bytes` of the body after chunked coding was taken off. */
  body(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    this.#md5 ??= createHash('md5')
    this.#md5.update(bytes)
    const room = limits.httpBodyStart - this.#bodyStart.length
    if (room > 0) this.#bodyStart += latin1(bytes.subarray(0, room))
  }

  /** Characters the request's facts occupy, roughly. */
  get size(): number {
    return this.#headSize + this.#bodyStart.length
  }

  finish(): HttpRequest {
    const { start, headers } = this.#head
    const line = start.kind === 'request' ? start : { method: '', uri: '', version: '' }
    const cookies = fact(header(this.#head, 'cookie'))
    const others = otherHeaders(headers)
    return {
      method: line.method,
      uri: fact(line.uri),
      path: fact(pathOf(line.uri)),
      version: line.version,
      host: fact(header(this.#head, 'host')),
      userAgent: fact(header(this.#head, 'user-agent')),
      headerNames: headers.map((h) => fact(h.name)),
      cookieKeys: cookieKeys(cookies),
      authorization: fact(header(this.#head, 'authorization')),
      cookies,
      origin: fact(header(this.#head, 'origin')),
      referer: fact(header(this.#head, 'referer')),
      contentType: fact(header(this.#head, 'content-type')),
      ...(others.length > 0 && { otherHeaders: others }),
      bodyBytes: this.#bytes,
      bodyMd5: this.#md5?.digest('hex') ?? '',
      bodyStart: this.#bodyStart,
    }
  }
}
