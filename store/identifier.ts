import { createHash, randomBytes } from 'node:crypto'

/** A UUIDv7 (RFC 9562 §5.7): 48 bits of milliseconds, then random, so that newer rows sort behind older ones. */
export const uuidV7 = (now: number): string => textOf(now, randomBytes(16))

function textOf(at: number, bytes: Buffer): string {
  bytes.writeUIntBE(at, 0, 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The same id for the same time and name, of which nobody makes two. */
export const uuidV7Of = (at: number, name: string): string =>
  textOf(at, createHash('sha256').update(name).digest().subarray(0, 16))

/** When a UUIDv7 was made (milliseconds); null when the text is none. */
export function uuidV7Time(id: string): number | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) return null
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
