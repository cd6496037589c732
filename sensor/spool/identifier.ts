import { randomBytes } from 'node:crypto'

/** Ids of batches: UUIDv7 (RFC 9562 §5.7) that rise within this process even where the clock is set back, so that order is by name. */
export function identifiers(newest: string | null): (now: number) => string {
  let last = newest === null ? 0 : timeOf(newest)
  return (now) => {
    last = Math.max(now, last + 1)
    const bytes = randomBytes(16)
    bytes.writeUIntBE(last, 0, 6)
    bytes[6] = 0x70 | (bytes[6]! & 0x0f)
    bytes[8] = 0x80 | (bytes[8]! & 0x3f)
    const hex = bytes.toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
}

/** When it was made (milliseconds). */
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

export const isIdentifier = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)
