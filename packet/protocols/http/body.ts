import { header, type Head } from './head.ts'

/** How the bytes after a header section are delimited (RFC 9112 §6.3). */
export type Framing =
  | { kind: 'none' }
  | { kind: 'length'; bytes: number }
  | { kind: 'chunked' }
  | { kind: 'until-close' }
  /** No HTTP/1.x follows: WebSocket or HTTP/2 takes over. */
  | { kind: 'tunnel' }

function declared(head: Head): Framing | null {
  if (/\bchunked\b/i.test(header(head, 'transfer-encoding'))) return { kind: 'chunked' }
  const length = header(head, 'content-length')
  if (!/^\d{1,15}$/.test(length)) return null
  return Number(length) === 0 ? { kind: 'none' } : { kind: 'length', bytes: Number(length) }
}

/** A request without a declared length has no body. */
export function requestFraming(head: Head): Framing {
  const { start } = head
  if (start.kind === 'request' && start.method === 'PRI' && start.version.startsWith('HTTP/2'))
    return { kind: 'tunnel' }
  return declared(head) ?? { kind: 'none' }
}

/** `method` is that of the request answered, "" when it was not seen. */
export function responseFraming(head: Head, status: number, method: string): Framing {
  if (status === 101) return { kind: 'tunnel' }
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') return { kind: 'none' }
  if (method === 'CONNECT' && status < 300) return { kind: 'none' }
  return declared(head) ?? { kind: 'until-close' }
}
