import { byte, isDigit, kinds } from './bytes.ts'
import type { CveRows } from './cve-rows.ts'
import type { InvalidOnes } from './invalid.ts'
import { Place } from './place.ts'
import { type Scanner, textStart } from './sliding-text.ts'

/** The search stops at v, the rarest letter of "CVE", and where lines end. */
const stops = new Uint8Array(256)
for (const at of [byte.lineFeed, 86, 118]) stops[at] = 1

/** Digits beyond which it is no id that somebody mistyped. */
const mostDigits = 16

/** Finds ids of CVEs by docs/methods/extraction.md: "CVE" in any case, four digits, four to seven, hyphens between. */
export class CveScanner implements Scanner {
  at = textStart
  readonly #place = new Place(textStart)
  readonly #rows: CveRows
  readonly #invalid: InvalidOnes

  constructor(rows: CveRows, invalid: InvalidOnes) {
    this.#rows = rows
    this.#invalid = invalid
  }

  scan(b: Uint8Array, limit: number): void {
    let { at } = this
    while (at < limit) {
      // As in addresses.ts.
      let stop = stops[b[at]!]!
      if (stop === 0) stop = stops[b[++at]!]!
      if (stop === 0) stop = stops[b[++at]!]!
      if (stop === 0) stop = stops[b[++at]!]!
      if (stop === 0) at++
      else if (at < limit) at = this.#stopAt(b, at)
    }
    this.at = at
  }

  #stopAt(b: Uint8Array, at: number): number {
    if (b[at] === byte.lineFeed) {
      this.#place.newLine(at + 1)
      return at + 1
    }
    // Bit 5 is what lower case adds.
    return (b[at - 1]! | 32) === 99 && (b[at + 1]! | 32) === 101 ? this.#read(b, at - 1) : at + 1
  }

  moved(b: Uint8Array, by: number): void {
    this.#place.moved(b, by)
    this.at -= by
  }

  /** Reads what begins with "CVE" at `start`. Where to go on. */
  #read(b: Uint8Array, start: number): number {
    const yearAt = start + 3 + hyphenLength(b, start + 3)
    const yearEnd = digitsEnd(b, yearAt)
    const numberAt = yearEnd + hyphenLength(b, yearEnd)
    const numberEnd = digitsEnd(b, numberAt)
    const [yearDigits, numberDigits] = [yearEnd - yearAt, numberEnd - numberAt]
    if (yearAt === start + 3 || numberAt === yearEnd) return start + 3
    if (yearDigits === 0 || numberDigits === 0 || Math.max(yearDigits, numberDigits) > mostDigits)
      return start + 3
    if (yearDigits !== 4) this.#invalid.add(b, start, numberEnd, this.#place, 'wrong-year')
    else if (numberDigits < 4 || numberDigits > 7)
      this.#invalid.add(b, start, numberEnd, this.#place, 'wrong-number')
    else
      this.#rows.add(
        valueOf(b, yearAt, yearEnd),
        valueOf(b, numberAt, numberEnd),
        numberDigits,
        this.#place.line,
      )
    return numberEnd
  }
}

/** A hyphen as keyboards write it, or as word processors do: U+2010 to U+2015 and U+2212, three bytes of UTF-8 each. */
function hyphenLength(b: Uint8Array, at: number): number {
  if (b[at] === byte.hyphen) return 1
  if (b[at] !== 0xe2) return 0
  const [second, third] = [b[at + 1]!, b[at + 2]!]
  if (second === 0x80) return third >= 0x90 && third <= 0x95 ? 3 : 0
  return second === 0x88 && third === 0x92 ? 3 : 0
}

function digitsEnd(b: Uint8Array, from: number): number {
  let at = from
  while (at <= from + mostDigits && (kinds[b[at]!]! & isDigit) !== 0) at++
  return at
}

function valueOf(b: Uint8Array, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) value = value * 10 + b[at]! - byte.zero
  return value
}
