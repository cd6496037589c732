import { Pending } from '../../pending.ts'

/** What of a request follows its head (RFC 9112 §6), read up to a limit. */
export const longestBody = 65_536

export type Framing =
  | { kind: 'none' }
  | { kind: 'length'; length: number }
  | { kind: 'chunked'; body: Pending }

/** @returns null when nobody can say where the body ends, or it is longer than is read */
export function framingOf(headers: ReadonlyMap<string, string>): Framing | null {
  const coding = headers.get('transfer-encoding')
  if (coding !== undefined)
    return /chunked\s*$/i.test(coding) ? { kind: 'chunked', body: new Pending() } : null
  const length = headers.get('content-length')
  if (length === undefined) return { kind: 'none' }
  if (!/^\d{1,10}$/.test(length)) return null
  return Number(length) > longestBody ? null : { kind: 'length', length: Number(length) }
}

/** @returns the next chunk and how many bytes it took, with nothing in the last one; bytes that are needed at least; null when it is none */
export function readChunk(bytes: Buffer): { used: number; part: Buffer } | { needs: number } | null {
  const end = bytes.indexOf('\n')
  if ((end < 0 ? bytes.length : end) > 1024) return null
  if (end < 0) return { needs: bytes.length + 1 }
  const [, hex] = /^\s*([0-9a-fA-F]{1,6})\s*(?:;.*)?\r?$/.exec(bytes.toString('latin1', 0, end)) ?? []
  if (hex === undefined) return null
  const size = Number.parseInt(hex, 16)
  if (size > longestBody) return null
  if (size === 0) return readTrailers(bytes, end + 1)
  const partEnd = end + 1 + size
  if (bytes.length < partEnd + 2) return { needs: partEnd + 2 }
  const last = bytes[partEnd] === 13 ? partEnd + 1 : partEnd
  if (bytes[last] !== 10) return null
  return { used: last + 1, part: bytes.subarray(end + 1, partEnd) }
}

/** Trailers are not looked at: they end with an empty line. */
function readTrailers(bytes: Buffer, at: number): ReturnType<typeof readChunk> {
  const rest = bytes.toString('latin1', at, at + 4096)
  const [trailer] = /^(?:[^\r\n]+\r?\n)*\r?\n/.exec(rest) ?? []
  if (trailer !== undefined) return { used: at + trailer.length, part: Buffer.alloc(0) }
  return rest.length >= 4096 ? null : { needs: bytes.length + 1 }
}
