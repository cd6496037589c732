import { byte, isWord, kinds } from './bytes.ts'

/**
 * Dots and colons as reports write them so that nobody follows a link by accident: `1.2.3[.]4`, `1.2.3(.)4`, `1[dot]2`, `2001:db8[:]1`,
 * `fe80[::]1`. Each function gives the length of the form in bytes, 0 when there is none.
 */
export const dotLength = (b: Uint8Array, at: number): number => {
  const first = b[at]!
  if (first === byte.dot) return 1
  if (first !== byte.openSquare && first !== byte.open) return 0
  const close = first === byte.open ? byte.close : byte.closeSquare
  if (b[at + 1] === byte.dot) return b[at + 2] === close ? 3 : 0
  return isDotWord(b, at + 1) && b[at + 4] === close ? 5 : 0
}

/** `:`, `[:]`, `(:)`; `[::]` and `(::)` are 4 bytes and stand for two colons. */
export const colonLength = (b: Uint8Array, at: number): number => {
  const first = b[at]!
  if (first === byte.colon) return 1
  if ((first !== byte.openSquare && first !== byte.open) || b[at + 1] !== byte.colon) return 0
  const close = first === byte.open ? byte.close : byte.closeSquare
  if (b[at + 2] === close) return 3
  return b[at + 2] === byte.colon && b[at + 3] === close ? 4 : 0
}

/** A form of two colons in one; the others are one. */
export const twoColons = 4

/** What ends here is a dot with a word before it: what follows is part of a longer name or number. */
export function followsDotted(b: Uint8Array, at: number): boolean {
  const last = b[at - 1]!
  if (last === byte.dot) return isWordAt(b, at - 2)
  if (last !== byte.closeSquare && last !== byte.close) return false
  for (const length of [3, 5]) if (dotLength(b, at - length) === length) return isWordAt(b, at - length - 1)
  return false
}

/** A dot with a word after it begins here: the name or number goes on. */
export function goesOnDotted(b: Uint8Array, at: number): boolean {
  const length = dotLength(b, at)
  return length > 0 && isWordAt(b, at + length)
}

const isWordAt = (b: Uint8Array, at: number): boolean => (kinds[b[at]!]! & isWord) !== 0

/** "dot" in any case: bit 5 is what lower case adds. */
const isDotWord = (b: Uint8Array, at: number): boolean =>
  (b[at]! | 32) === 100 && (b[at + 1]! | 32) === 111 && (b[at + 2]! | 32) === 116
