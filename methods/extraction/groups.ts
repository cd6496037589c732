import { byte, isDigit, isHex, isWord, kinds } from './bytes.ts'
import { type Dotted, dotted, endsAt, readDotted } from './quad.ts'
import { colonLength, dotLength, goesOnDotted, twoColons } from './separators.ts'

/** Groups of hexadecimal digits with colons between: an IPv6 address (RFC 4291 §2.2), or a time, a hardware address, a fingerprint. */
export interface Colons {
  start: number
  /** Behind the last group, or behind `::`. */
  end: number
  /** Behind what was read: a single colon at the end belongs to the sentence. */
  after: number
  groups: number
  /** Index of the group before which `::` stands, -1 without one. */
  gap: number
  /** How often `::` stands. */
  gaps: number
  /** A group of more than four digits. */
  long: boolean
  /** How many groups have three digits or more; times and hardware addresses have none. */
  wide: number
  allOfTwo: boolean
  /** Digits of the first group. */
  firstLength: number
  /** The last two groups stand for a dotted quad. */
  quad: boolean
  /** Where the last group begins, when dots go on from it. -1 otherwise. */
  dotsFrom: number
}

export const colons = (): Colons => ({
  start: 0,
  end: 0,
  after: 0,
  groups: 0,
  gap: -1,
  gaps: 0,
  long: false,
  wide: 0,
  allOfTwo: true,
  firstLength: 0,
  quad: false,
  dotsFrom: -1,
})

const mostGroups = 16
const mostDigits = 8

/** The groups of the last run that was read; eight of them are an address. */
export const values = new Uint32Array(mostGroups + 2)
const tail: Dotted = dotted()

/**
 * Reads groups and colons from `start` into `into`. False when there are more than any address could be meant by:
 * the rest of them is still to be passed by.
 */
export function readColons(b: Uint8Array, start: number, into: Colons): boolean {
  let at = start
  let groups = 0
  into.start = start
  into.gap = -1
  into.gaps = 0
  into.long = false
  into.wide = 0
  into.allOfTwo = true
  into.firstLength = 0
  into.quad = false
  into.dotsFrom = -1
  for (;;) {
    const first = at
    let value = 0
    let decimal = true
    for (;;) {
      const kind = kinds[b[at]!]!
      if ((kind & isHex) === 0) break
      if ((kind & isDigit) !== 0) value = value * 16 + b[at]! - 48
      else {
        value = value * 16 + (b[at]! | 32) - 87
        decimal = false
      }
      if (++at - first > mostDigits) return stopAt(into, at)
    }
    const digits = at - first
    if (digits > 0) {
      if (groups === mostGroups) return stopAt(into, at)
      values[groups] = value
      if (groups++ === 0) into.firstLength = digits
      if (digits > 4) into.long = true
      if (digits > 2) into.wide++
      if (digits !== 2) into.allOfTwo = false
    }
    into.end = at
    into.after = at
    const colon = colonLength(b, at)
    if (colon === 0) {
      if (digits > 0 && decimal) lookForDots(b, first, at, groups, into)
      break
    }
    at += colon
    const second = colon === twoColons ? 0 : colonLength(b, at)
    if (colon === twoColons || second > 0) {
      at += second
      into.gaps++
      into.gap = groups
      // Three colons are how some programs write "any address, port": `:::22`.
      if (second === twoColons || colonLength(b, at) > 0) return stopAt(into, at)
      into.end = at
      into.after = at
    } else if ((kinds[b[at]!]! & isHex) === 0) {
      into.after = at
      break
    }
  }
  into.groups = groups
  return true
}

function stopAt(into: Colons, at: number): false {
  into.end = at
  into.after = at
  into.groups = 0
  return false
}

/** The last group may begin a dotted quad, which stands for the last two groups (RFC 4291 §2.2.3). */
function lookForDots(b: Uint8Array, first: number, at: number, groups: number, into: Colons): void {
  const dot = dotLength(b, at)
  if (dot === 0 || (kinds[b[at + dot]!]! & isDigit) === 0) return
  into.dotsFrom = first
  if (into.gaps > 1 || into.long || (into.gap < 0 ? groups !== 7 : groups > 6)) return
  if (!readDotted(b, first, tail) || tail.parts !== 4 || tail.fault !== 'none' || !endsAt(b, tail.end)) return
  values[groups - 1] = tail.value >>> 16
  values[groups] = tail.value & 0xffff
  into.quad = true
  into.end = tail.end
  into.after = tail.end
}

/** How many groups it has, a quad being two. */
export const groupsOf = (run: Colons): number => (run.quad ? run.groups + 1 : run.groups)

/** Whether the groups make an address, wherever they stand. */
export const areAddress = (run: Colons): boolean =>
  run.gaps < 2 && !run.long && (run.gap < 0 ? groupsOf(run) === 8 : groupsOf(run) <= 7)

/** Whether a word or a dotted name goes on behind it. */
export const isGluedBehind = (b: Uint8Array, run: Colons): boolean =>
  (kinds[b[run.after]!]! & isWord) !== 0 || (run.after === run.end && goesOnDotted(b, run.end))

/** Fills `words` (four, most significant first) from the groups that were read. */
export function fillWords(run: Colons, words: Uint32Array): void {
  const groups = groupsOf(run)
  const zeros = run.gap < 0 ? 0 : 8 - groups
  words.fill(0, 0, 4)
  for (let at = 0; at < groups; at++) {
    const place = run.gap >= 0 && at >= run.gap ? at + zeros : at
    words[place >> 1]! |= values[at]! << (place & 1 ? 0 : 16)
  }
}

/**
 * Where groups end that are too few to be an address, or to be meant as one: a time, a port. `from` is behind their first colon. 0 when
 * they need a closer look: four colons, two in a row, or a dot or bracket behind them.
 */
export function shortRunEnd(b: Uint8Array, from: number): number {
  let colonsLeft = 2
  for (let at = from; at < from + 32; at++) {
    const value = b[at]!
    if ((kinds[value]! & isHex) !== 0) continue
    if (value !== byte.colon)
      return value === byte.dot || value === byte.openSquare || value === byte.open ? 0 : at
    if (b[at - 1] === byte.colon || colonsLeft-- === 0) return 0
  }
  return 0
}

/** Passes by groups and colons, up to `limit`; where it stopped. */
export function passColons(b: Uint8Array, from: number, limit: number): number {
  let at = from
  while (at < limit) {
    if ((kinds[b[at]!]! & isHex) !== 0) at++
    else {
      const length = colonLength(b, at)
      if (length === 0) break
      at += length
    }
  }
  return at
}

/** A zone behind an address (`%eth0`, RFC 4007 §11) that a prefix follows; where it ends. */
export function zoneEnd(b: Uint8Array, at: number): number {
  if (b[at] !== byte.percent) return at
  let end = at + 1
  while (end - at <= 17 && isZone(b[end]!)) end++
  return end > at + 1 && end - at <= 17 && (b[end] === byte.slash || b[end] === byte.backslash) ? end : at
}

const isZone = (value: number): boolean =>
  (kinds[value]! & isWord) !== 0 || value === byte.dot || value === byte.hyphen || value === byte.tilde
