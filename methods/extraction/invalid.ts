import type { Place } from './place.ts'

/** Why something that was meant is none (docs/methods/extraction.md). */
export type Fault =
  /** A part of a dotted quad above 255. */
  | 'octet-above-255'
  /** A part of a dotted quad with a leading zero, which some read as octal. */
  | 'leading-zero'
  /** Three or five parts, alone in a line. */
  | 'not-four-parts'
  /** A prefix longer than the address, or one with a leading zero. */
  | 'wrong-prefix'
  /** An IPv6 address of too few or too many groups. */
  | 'not-eight-groups'
  /** A group of more than four digits. */
  | 'long-group'
  /** `::` twice: nobody can tell how many zeros each stands for. */
  | 'shortened-twice'
  /** A CVE whose year has not four digits. */
  | 'wrong-year'
  /** A CVE whose number has fewer than four digits or more than seven. */
  | 'wrong-number'

export interface Invalid {
  /** From 1. */
  line: number
  /** From 1, in characters. */
  column: number
  /** As it was written, at most 80 characters. */
  text: string
  reason: Fault
}

/** Characters of what was not valid that are kept. */
const mostText = 80

/** What was meant and is not valid: the first ones by place, all by count. */
export class InvalidOnes {
  readonly shown: Invalid[] = []
  count = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  add(b: Uint8Array, start: number, end: number, place: Place, reason: Fault): void {
    if (++this.count > this.#most) return
    const text = utf8.decode(b.subarray(start, end)).slice(0, mostText)
    this.shown.push({ line: place.line, column: place.columnOf(b, start), text, reason })
  }
}

const utf8 = new TextDecoder()
