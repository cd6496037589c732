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

const write = (pieces: readonly Piece[], special: RegExp): string =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece.replace(special, String.raw`\$&`) : piece.wildcard))
    .join('')

export const quote = (pieces: readonly Piece[]): string => `"${write(pieces, /["\\*?]/gu)}"`

/** A word where a field may stand: a colon would make it one. */
export const bareWord = (pieces: readonly Piece[]): string =>
  guardStart(write(pieces, /[\s"()\\*?:]/gu), /^(?:[-![\]{}<>]|&&$|\|\|$)/u)

/** A word right after a field's colon. */
export const valueWord = (pieces: readonly Piece[]): string =>
  guardStart(write(pieces, /[\s"()\\*?]/gu), /^[[{<>]/u)

/** A word inside brackets. */
export const boundWord = (pieces: readonly Piece[]): string =>
  guardStart(write(pieces, /[\s"()\\*?[\]{}]/gu), /^=/u)

const guardStart = (text: string, special: RegExp): string => (special.test(text) ? `\\${text}` : text)
