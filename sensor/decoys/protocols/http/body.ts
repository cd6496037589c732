/** What of a request follows its head (RFC 9112 §6), read up to a limit. */
export const longestBody = 65_536

export type Framing = { kind: 'none' } | { kind: 'length'; length: number } | { kind: 'chunked' }

/** @returns null when nobody can say where the body ends, or it is longer than is read */
export function framingOf(headers: ReadonlyMap<string, string>): Framing | null {
  const coding = headers.get('transfer-encoding')
  if (coding !== undefined) return /chunked\s*$/i.test(coding) ? { kind: 'chunked' } : null
  const length = headers.get('content-length')
  if (length === undefined) return { kind: 'none' }
  if (!/^\d{1,10}$/.test(length)) return null
  return Number(length) > longestBody ? null : { kind: 'length', length: Number(length) }
}

/** @returns the body and how many bytes it took; 0 bytes when it is not whole; null when it is none */
export function readChunks(bytes: Buffer): { used: number; body: Buffer } | null {
  const parts: Buffer[] = []
  let total = 0
  for (let at = 0; ;) {
    const end = bytes.indexOf('\n', at)
    if ((end < 0 ? bytes.length : end) - at > 1024) return null
    if (end < 0) return incomplete
    const [, hex] = /^\s*([0-9a-fA-F]{1,6})\s*(?:;.*)?\r?$/.exec(bytes.toString('latin1', at, end)) ?? []
    if (hex === undefined) return null
    const size = Number.parseInt(hex, 16)
    total += size
    if (total > longestBody) return null
    at = end + 1
    if (size === 0) {
      // Trailers are not looked at: they end with an empty line.
      const rest = bytes.toString('latin1', at, at + 4096)
      const [trailer] = /^(?:[^\r\n]+\r?\n)*\r?\n/.exec(rest) ?? []
      if (trailer !== undefined) return { used: at + trailer.length, body: Buffer.concat(parts) }
      return rest.length >= 4096 ? null : incomplete
    }
    if (bytes.length < at + size + 2) return incomplete
    parts.push(Buffer.from(bytes.subarray(at, at + size)))
    at += size
    if (bytes[at] === 13) at++
    if (bytes[at] !== 10) return null
    at++
  }
}

const incomplete = { used: 0, body: Buffer.alloc(0) }
