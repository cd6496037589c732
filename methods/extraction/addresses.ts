import { byte, isDigit, isHex, isWord, kinds } from './bytes.ts'
import {
  areAddress,
  colons,
  fillWords,
  isGluedBehind,
  passColons,
  readColons,
  shortRunEnd,
  zoneEnd,
} from './groups.ts'
import type { Fault, InvalidOnes } from './invalid.ts'
import { faultOfColons, isMeantAsAddress } from './meant.ts'
import { isAlone, Place } from './place.ts'
import { noPrefix, type Prefix, readPrefix, wrongPrefix } from './prefix.ts'
import { dotted, endsAt, passDotted, readDotted } from './quad.ts'
import { colonLength, dotLength, twoColons } from './separators.ts'
import { type Scanner, textStart } from './sliding-text.ts'
import type { AddressSink } from './sink.ts'
import { startOf } from './start.ts'

/** Bytes that the search stops at: every address has a dot or a colon, and lines are counted. */
const [atLineFeed, atDot, atColon, atBracket] = [1, 2, 3, 4] as const
const stops = new Uint8Array(256)
stops[byte.lineFeed] = atLineFeed
stops[byte.dot] = atDot
stops[byte.colon] = atColon
stops[byte.openSquare] = atBracket
stops[byte.open] = atBracket

/**
 * Finds addresses and networks by docs/methods/extraction.md. It looks for dots and colons, then back to the first digit: both are
 * rarer than digits.
 */
export class AddressScanner implements Scanner {
  at = textStart
  readonly #place = new Place(textStart)
  readonly #rows: AddressSink
  readonly #invalid: InvalidOnes
  /** What lies before belongs to something that was read. */
  #done = textStart
  /** In the middle of something longer than any address: it is passed by to its end. */
  #passing: 'nothing' | 'dots' | 'colons' = 'nothing'
  readonly #dotted = dotted()
  readonly #colons = colons()
  readonly #prefix: Prefix = { bits: noPrefix, end: 0 }
  readonly #words = new Uint32Array(4)

  constructor(rows: AddressSink, invalid: InvalidOnes) {
    this.#rows = rows
    this.#invalid = invalid
  }

  scan(b: Uint8Array, limit: number): void {
    let at = this.#passing === 'nothing' ? this.at : this.#passBy(b, this.at, limit)
    while (at < limit) {
      // Most bytes are nothing: four are looked at before the limit is asked again.
      let stop = stops[b[at]!]!
      if (stop === 0) stop = stops[b[++at]!]!
      if (stop === 0) stop = stops[b[++at]!]!
      if (stop === 0) stop = stops[b[++at]!]!
      if (stop === 0) at++
      else if (at < limit) at = this.#stopAt(b, at, stop, limit)
    }
    this.at = at
  }

  /** Looks at one place more closely. Where to go on. */
  #stopAt(b: Uint8Array, at: number, stop: number, limit: number): number {
    if (stop === atLineFeed) {
      this.#place.newLine(at + 1)
      return at + 1
    }
    const next =
      stop === atDot ? this.#dot(b, at, 1) : stop === atColon ? this.#colon(b, at, 1) : this.#bracket(b, at)
    return this.#passing === 'nothing' ? next : this.#passBy(b, next, limit)
  }

  moved(b: Uint8Array, by: number): void {
    this.#place.moved(b, by)
    this.at -= by
    this.#done -= by
  }

  #passBy(b: Uint8Array, from: number, limit: number): number {
    const at = this.#passing === 'dots' ? passDotted(b, from, limit) : passColons(b, from, limit)
    if (at < limit) this.#passing = 'nothing'
    this.#done = at
    return at
  }

  #bracket(b: Uint8Array, at: number): number {
    const colon = colonLength(b, at)
    if (colon > 0) return this.#colon(b, at, colon)
    const dot = dotLength(b, at)
    return dot > 0 ? this.#dot(b, at, dot) : at + 1
  }

  /** A dot, or what stands for one: behind a digit and before one it may be the first of a quad. Where to go on. */
  #dot(b: Uint8Array, at: number, length: number): number {
    const next = at + length
    if ((kinds[b[at - 1]!]! & kinds[b[next]!]! & isDigit) === 0) return next
    let from = at
    const done = this.#done
    const furthest = Math.max(done, at - 10)
    while (from > furthest && (kinds[b[from - 1]!]! & isDigit) !== 0) from--
    if (from === at) return next
    const run = this.#dotted
    if (!readDotted(b, from, run)) {
      this.#passing = 'dots'
      return (this.#done = run.end)
    }
    this.#done = run.end
    // Most are the numbers of something: 1.5, HTTP/1.1.
    if (run.parts < 3) return run.end
    const start = startOf(b, from, at, done)
    if (start < 0 || start === at || !endsAt(b, run.end)) return run.end
    if (start > from) readDotted(b, start, run)
    return this.#judgeDotted(b, start, run.end)
  }

  /** Parts that stand free on both sides. */
  #judgeDotted(b: Uint8Array, start: number, end: number): number {
    const { parts, fault, value } = this.#dotted
    if (fault === 'long') return end
    if (parts !== 4) {
      if ((parts === 3 || parts === 5) && isAlone(b, start, end))
        this.#isInvalid(b, start, end, 'not-four-parts')
      return end
    }
    // 5.15.90.1-generic: a version.
    if (b[end] === byte.hyphen && (kinds[b[end + 1]!]! & (isWord | isDigit)) === isWord) return end
    if (fault !== 'none') {
      // Firefox/3.6.13.999 and lib-1.0.02.3 are versions; of http://300.1.1.1 somebody meant an address.
      const before = b[start - 1]
      const ofWord = (kinds[b[start - 2]!]! & isWord) !== 0
      if (!ofWord || (before !== byte.slash && before !== byte.hyphen))
        this.#isInvalid(b, start, end, fault === 'octet' ? 'octet-above-255' : 'leading-zero')
      return end
    }
    readPrefix(b, start, end, 32, this.#prefix)
    const { bits, end: after } = this.#prefix
    this.#done = after
    if (bits === noPrefix || bits === 32) this.#rows.addQuad(value, this.#place.line)
    else if (bits === wrongPrefix) this.#isInvalid(b, start, after, 'wrong-prefix')
    else {
      this.#words.set([0, 0, 0xffff, value])
      this.#rows.add(this.#words, 96 + bits, this.#place.line)
    }
    return after
  }

  /** A colon, or what stands for one: behind a group, or doubled, it may be the first of an IPv6 address. Where to go on. */
  #colon(b: Uint8Array, at: number, length: number): number {
    const next = at + length
    if (length === 1) {
      // Most stand behind a name (port: 22), or in a time.
      const end = shortRunEnd(b, next)
      if (end > 0) return (this.#done = end)
    }
    const second = length === twoColons ? 0 : colonLength(b, next)
    const doubled = length === twoColons || second > 0
    let from = at
    const furthest = Math.max(this.#done, at - 10)
    while (from > furthest && (kinds[b[from - 1]!]! & isHex) !== 0) from--
    // A label ("port: 22"), or the beginning of a text in JSON.
    if (from === at && !doubled) return next
    const start = startOf(b, from, at, this.#done)
    if (start < 0 || at - start > 4) {
      // A word and a colon are a label, of an address too (ip:2001:db8::1, ip:::1); a word and two are a name (std::dec).
      const tripled = second === twoColons || colonLength(b, next + second) > 0
      if (!doubled || tripled) return next
      this.#passing = 'colons'
      return at
    }
    if (start === at && !doubled) return next
    if (!readColons(b, start, this.#colons)) {
      this.#passing = 'colons'
      return this.#colons.end
    }
    return this.#judgeColons(b)
  }

  #judgeColons(b: Uint8Array): number {
    const run = this.#colons
    this.#done = run.after
    const free = !isGluedBehind(b, run)
    if (!areAddress(run) || !free) {
      const fault = free ? faultOfColons(b, run) : null
      if (fault !== null) this.#isInvalid(b, run.start, run.end, fault)
      // The number behind the last colon may be the first of a quad: 10:192.0.2.1.
      if (run.dotsFrom >= 0) return (this.#done = run.dotsFrom)
      return run.after
    }
    const zone = zoneEnd(b, run.end)
    readPrefix(b, run.start, zone, 128, this.#prefix)
    const { bits, end } = this.#prefix
    const after = bits === noPrefix ? run.after : end
    this.#done = after
    if (bits === wrongPrefix) this.#isInvalid(b, run.start, end, 'wrong-prefix')
    else if (bits !== noPrefix || isMeantAsAddress(run)) {
      fillWords(run, this.#words)
      const length = bits === noPrefix ? 128 : bits
      // "::" alone is any address (RFC 4291 §2.5.2), and often no address at all.
      if (length < 128 || this.#words.some((word) => word !== 0))
        this.#rows.add(this.#words, length, this.#place.line)
    }
    return after
  }

  #isInvalid(b: Uint8Array, start: number, end: number, fault: Fault): void {
    this.#invalid.add(b, start, end, this.#place, fault)
  }
}
