import { byte, isHex, isWord, kinds } from './bytes.ts'
import { followsDotted } from './separators.ts'

/** Bytes before which a number needs a closer look; all others simply separate. */
const suspicious = new Uint8Array(256)
for (let at = 0; at < 256; at++) if (kinds[at]! & isWord) suspicious[at] = 1
for (const at of [byte.dot, byte.close, byte.closeSquare, byte.percent, byte.backslash]) suspicious[at] = 1

/** The longest word that is an escape and a group: `uXXXX` and four digits. */
const longestWord = 10

/**
 * Where the number may begin whose digits stand from `from` to `to`; -1 when it is glued to a word or a dotted name before it.
 * An escape separates: in `%201.2.3.4` (RFC 3986 §2.1) and `"\n1.2.3.4"` (RFC 8259 §7) the address is 1.2.3.4. What lies before
 * `done` belongs to something that was read already.
 */
export function startOf(b: Uint8Array, from: number, to: number, done: number): number {
  if (suspicious[b[from - 1]!] === 0) return from
  let word = from
  const furthest = Math.max(done, to - longestWord)
  while (word > furthest && (kinds[b[word - 1]!]! & isWord) !== 0) word--
  if ((kinds[b[word - 1]!]! & isWord) !== 0) return -1
  const start = word + escapeLength(b, word, to)
  if (start < from) return -1
  return start === word && followsDotted(b, word) ? -1 : start
}

/** How much of the word belongs to an escape that its first byte stands behind the `%` or `\` of. */
function escapeLength(b: Uint8Array, word: number, to: number): number {
  const mark = b[word - 1]
  if (mark === byte.percent) return allHex(b, word, word + 2, to) ? 2 : 0
  if (mark !== byte.backslash || word >= to) return 0
  const letter = b[word]!
  if (letter === 117 && allHex(b, word + 1, word + 5, to)) return 5
  if (letter === 120 && allHex(b, word + 1, word + 3, to)) return 3
  // \b, \f, \n, \r, \t, \v
  return letter === 98 ||
    letter === 102 ||
    letter === 110 ||
    letter === 114 ||
    letter === 116 ||
    letter === 118
    ? 1
    : 0
}

function allHex(b: Uint8Array, from: number, to: number, end: number): boolean {
  if (to > end) return false
  for (let at = from; at < to; at++) if ((kinds[b[at]!]! & isHex) === 0) return false
  return true
}
