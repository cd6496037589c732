import { toHex } from '../../address.ts'

/** Values as columns hold them. What is missing, and a number that is none, is what the engine takes for a column left out. */

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? String(value)

const isMissing = (value: unknown): value is null | undefined =>
  value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))

/** @throws TypeError, RangeError */
export function wholeOf(value: unknown, min: number, max: number): number {
  if (isMissing(value)) return 0
  if (typeof value !== 'number') throw new TypeError(`${shown(value)} is no number.`)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`${value} is no whole number from ${min} to ${max}.`)
  return value
}

/** null where there is none. @throws TypeError */
export function floatOf(value: unknown): number | null {
  if (isMissing(value)) return null
  if (typeof value !== 'number') throw new TypeError(`${shown(value)} is no number.`)
  // Minus zero is zero in JSON, as sessions in lines are spooled.
  return value === 0 ? 0 : value
}

/** @throws TypeError */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (isMissing(value)) return ''
  throw new TypeError(`${shown(value)} is no text.`)
}

const nothing: readonly unknown[] = []

/** @throws TypeError */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (isMissing(value)) return nothing
  throw new TypeError(`${shown(value)} is no list.`)
}

/** @throws TypeError */
export function flagOf(value: unknown): 0 | 1 {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (isMissing(value)) return 0
  throw new TypeError(`${shown(value)} is neither true nor false.`)
}

/** Writes the 16 bytes of an address at a place. @throws TypeError */
export function writeAddress(value: unknown, bytes: Buffer, at: number): void {
  const text = textOf(value)
  if (writeQuad(text, bytes, at)) return
  const digits = isMissing(value) ? '0'.repeat(32) : toHex(text)
  if (digits === null) throw new TypeError(`${shown(value)} is no address.`)
  bytes.write(digits, at, 'hex')
}

/** Plain dotted quads, most of all addresses; false for anything else, written half perhaps. */
function writeQuad(text: string, bytes: Buffer, at: number): boolean {
  let octet = 0
  let digits = 0
  let place = at + 12
  for (let read = 0; read < text.length; read += 1) {
    const unit = text.charCodeAt(read)
    if (unit === 46) {
      if (digits === 0 || place === at + 15) return false
      bytes[place++] = octet
      octet = digits = 0
      continue
    }
    // A leading zero is read by others in other ways: it is left to who refuses it.
    if (unit < 48 || unit > 57 || (digits > 0 && octet === 0)) return false
    octet = octet * 10 + unit - 48
    digits += 1
    if (octet > 255) return false
  }
  if (digits === 0 || place !== at + 15) return false
  bytes[place] = octet
  bytes.fill(0, at, at + 10)
  bytes[at + 10] = bytes[at + 11] = 255
  return true
}
