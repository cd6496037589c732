import { byte, isDigit, isWord, kinds } from './bytes.ts'
import { goesOnDotted } from './separators.ts'

/** What a slash behind an address says. */
export interface Prefix {
  /** Its length in bits; -1 where there is none, e.g. because a path follows; -2 when it is longer than the address or has a leading zero. */
  bits: number
  /** Where it ends. */
  end: number
}

export const noPrefix = -1
export const wrongPrefix = -2

/**
 * Reads `/24` behind an address that ends at `at`, into `prefix`. JSON may write `\/`. It is a path when letters, a further slash, more than three
 * digits or a query follow, or when the address itself follows a slash or an @ (`http://192.0.2.1/24`).
 */
export function readPrefix(b: Uint8Array, start: number, at: number, most: number, prefix: Prefix): void {
  prefix.bits = noPrefix
  prefix.end = at
  let i = b[at] === byte.backslash ? at + 1 : at
  if (b[i] !== byte.slash) return
  const before = b[start - 1]
  if (before === byte.slash || before === byte.at) return
  const first = ++i
  let value = 0
  while (i < first + 4 && (kinds[b[i]!]! & isDigit) !== 0) value = value * 10 + b[i++]! - byte.zero
  const digits = i - first
  if (digits === 0 || digits > 3 || isPath(b, i)) return
  prefix.end = i
  prefix.bits = value > most || (digits > 1 && b[first] === byte.zero) ? wrongPrefix : value
}

const inPath = new Set<number>([
  byte.slash,
  byte.question,
  byte.equals,
  byte.ampersand,
  byte.hash,
  byte.percent,
])

const isPath = (b: Uint8Array, at: number): boolean =>
  (kinds[b[at]!]! & isWord) !== 0 ||
  inPath.has(b[at]!) ||
  goesOnDotted(b, at) ||
  (b[at] === byte.backslash && b[at + 1] === byte.slash)
