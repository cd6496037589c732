import { byte, isDigit, isWord, kinds } from './bytes.ts'
import { dotLength, goesOnDotted } from './separators.ts'

/** Numbers with dots between, from the first to the last: `192.0.2.1`, but also `1.2.3`, an object identifier, a version. */
export interface Dotted {
  start: number
  end: number
  parts: number
  /** The first four parts as 32 bits, when `fault` is 'none'. */
  value: number
  /** What keeps a part from being an octet (RFC 6943 §3.1.1: a leading zero may mean octal). "long": more than three digits. */
  fault: 'none' | 'octet' | 'zero' | 'long'
}

export const dotted = (): Dotted => ({ start: 0, end: 0, parts: 0, value: 0, fault: 'none' })

const mostParts = 8
const mostDigits = 10

/**
 * Reads all of the parts from `start`, where a digit stands, into `into`. False when there are more parts or digits than any
 * address, version or date has: the rest of them is still to be passed by.
 */
export function readDotted(b: Uint8Array, start: number, into: Dotted): boolean {
  let [at, parts, value] = [start, 0, 0]
  let [octet, zero, long] = [false, false, false]
  into.start = start
  for (;;) {
    const first = at
    let part = b[at++]! - byte.zero
    while ((kinds[b[at]!]! & isDigit) !== 0) {
      part = part * 10 + b[at++]! - byte.zero
      if (at - first > mostDigits) return passBy(into, at)
    }
    if (part > 255) octet = true
    if (at - first > 1) {
      if (b[first] === byte.zero) zero = true
      if (at - first > 3) long = true
    }
    value = (value << 8) | part
    parts++
    const length = b[at] === byte.dot ? 1 : dotLength(b, at)
    if (length === 0 || (kinds[b[at + length]!]! & isDigit) === 0) break
    if (parts === mostParts) return passBy(into, at)
    at += length
  }
  into.end = at
  into.parts = parts
  into.value = value >>> 0
  into.fault = long ? 'long' : octet ? 'octet' : zero ? 'zero' : 'none'
  return true
}

function passBy(into: Dotted, at: number): false {
  into.end = at
  into.parts = 0
  into.fault = 'long'
  return false
}

/** Passes by digits and dots between them, up to `limit`; where it stopped. */
export function passDotted(b: Uint8Array, from: number, limit: number): number {
  let at = from
  while (at < limit) {
    if ((kinds[b[at]!]! & isDigit) !== 0) at++
    else {
      const length = dotLength(b, at)
      if (length === 0 || (kinds[b[at + length]!]! & isDigit) === 0) break
      at += length
    }
  }
  return at
}

/** Nothing glued behind: no letter, no further part of a name. */
export const endsAt = (b: Uint8Array, at: number): boolean =>
  (kinds[b[at]!]! & isWord) === 0 && !goesOnDotted(b, at)
