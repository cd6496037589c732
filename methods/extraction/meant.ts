import { isDigit, kinds } from './bytes.ts'
import { areAddress, type Colons } from './groups.ts'
import type { Fault } from './invalid.ts'

/** Whether groups that could be an address are one: not eight pairs of digits (a hardware address, EUI-64), nor a list's `12::`. */
export function isMeantAsAddress({ gap, groups, quad, allOfTwo, firstLength }: Colons): boolean {
  if (quad) return true
  return gap < 0 ? !allOfTwo : groups !== 1 || gap !== 1 || firstLength > 2
}

/**
 * What is wrong with groups that were meant as an address; null when they are one, or were not meant so: times, hardware addresses and
 * fingerprints have no group of more than two digits, and names (A::B::C) no digit.
 */
export function faultOfColons(b: Uint8Array, run: Colons): Fault | null {
  if (areAddress(run)) return null
  const { start, end, gap, gaps, groups, long, wide } = run
  if (gap >= 0 ? groups < 3 || !hasDigit(b, start, end) : groups < 5 || wide < 2) return null
  if (gaps > 1) return 'shortened-twice'
  return long ? 'long-group' : 'not-eight-groups'
}

function hasDigit(b: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((kinds[b[at]!]! & isDigit) !== 0) return true
  return false
}
