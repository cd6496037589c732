import type { Piece } from './tree.ts'

/**
 * Escapes as exact inverses. A backslash before ASCII punctuation or white space makes it literal; before anything
 * else (and at the end) it is itself, so that `C:\Windows` needs no care. `*` and `?` are wildcards in words and in
 * quotes alike.
 */

const space = /\s/u
export function isSpace(char: string): boolean {
  const code = char.charCodeAt(0)
  if (code < 128) return code === 32 || (code >= 9 && code <= 13)
  return space.test(char)
}

export function isPunctuation(char: string): boolean {
  const code = char.charCodeAt(0)
  return (
    (code > 32 && code < 48) ||
    (code > 57 && code < 65) ||
    (code > 90 && code < 97) ||
    (code > 122 && code < 127)
  )
}

/** Reads from `at` to the first unescaped character that `ends` names. */
export function readPieces(
  source: string,
  at: number,
  ends: (char: string) => boolean,
): { pieces: Piece[]; end: number; escaped: boolean } {
  const pieces: Piece[] = []
  let literal = ''
  let escaped = false
  let end = at
  for (; end < source.length; end++) {
    const char = source.charAt(end)
    if (char === '\\') {
      const next = source.charAt(end + 1)
      if (next !== '' && (isPunctuation(next) || isSpace(next))) {
        literal += next
        escaped = true
        end++
        continue
      }
    } else if (ends(char)) break
    else if (char === '*' || char === '?') {
      if (literal !== '') pieces.push(literal)
      literal = ''
      pieces.push({ wildcard: char })
      continue
    }
    literal += char
  }
  if (literal !== '') pieces.push(literal)
  return { pieces, end, escaped }
}

/** Most words are so: nothing in them is special anywhere, and to look once is quicker than to replace nothing and look again. */
const plain = /^[A-Za-z0-9][\w./-]*$/u

const plainOf = ([first, second]: readonly Piece[]): string | null =>
  typeof first === 'string' && second === undefined && plain.test(first) ? first : null

const write = (pieces: readonly Piece[], special: RegExp): string =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece.replace(special, String.raw`\$&`) : piece.wildcard))
    .join('')

/** @param special what is escaped wherever it stands; `start` what would be read as something else at the beginning */
const wordOf =
  (special: RegExp, start: RegExp) =>
  (pieces: readonly Piece[]): string => {
    const known = plainOf(pieces)
    if (known !== null) return known
    const text = write(pieces, special)
    return start.test(text) ? `\\${text}` : text
  }

const inQuotes = /["\\*?]/gu
export const quote = (pieces: readonly Piece[]): string => `"${plainOf(pieces) ?? write(pieces, inQuotes)}"`

/** A word where a field may stand: a colon would make it one. */
export const bareWord = wordOf(/[\s"()\\*?:]/gu, /^(?:[-![\]{}<>]|&&$|\|\|$)/u)

/** A word right after a field's colon. */
export const valueWord = wordOf(/[\s"()\\*?]/gu, /^[[{<>]/u)

/** A word inside brackets. */
export const boundWord = wordOf(/[\s"()\\*?[\]{}]/gu, /^=/u)
