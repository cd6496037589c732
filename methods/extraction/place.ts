import { byte } from './bytes.ts'

/** Line and column of a place in text that slides by: both from 1, the column in characters (code points). */
export class Place {
  line = 1
  /** Up to here the characters of the line are counted; the line begins here or before. */
  #mark: number
  #counted = 0

  constructor(start: number) {
    this.#mark = start
  }

  /** A line feed stands before `start`. */
  newLine(start: number): void {
    this.line++
    this.#mark = start
    this.#counted = 0
  }

  columnOf(b: Uint8Array, at: number): number {
    return this.#counted + characters(b, this.#mark, at) + 1
  }

  /** The first `by` bytes are about to go, and what follows stands so much further to the front. */
  moved(b: Uint8Array, by: number): void {
    if (this.#mark < by) {
      this.#counted += characters(b, this.#mark, by)
      this.#mark = by
    }
    this.#mark -= by
  }
}

/** Every byte that does not continue a character (RFC 3629 §3) begins one. */
function characters(b: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if ((b[at]! & 0xc0) !== 0x80) count++
  return count
}

/** Whether something stands alone in its line: nothing before it, and at most blanks and a comma behind it. */
export function isAlone(b: Uint8Array, start: number, end: number): boolean {
  if (b[start - 1] !== byte.lineFeed) return false
  let at = end
  while (at < end + 8 && mayTrail.has(b[at]!)) at++
  return b[at] === byte.lineFeed || b[at] === byte.carriageReturn
}

const mayTrail = new Set<number>([9, 32, byte.comma, byte.semicolon])
