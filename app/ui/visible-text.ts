/**
 * Characters that change what a reader sees without being seen: C0 and C1 controls, bidi controls and isolates
 * (UAX #9), zero-width and other format characters, line and paragraph separators, lone surrogates.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u{115f}\u{1160}\u{3164}\u{ffa0}]/u

export interface Piece {
  text: string
  escaped: boolean
}

const short: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' }

/** `\n`, `\u{202e}` …: how an unseen character is written so that it can be seen. */
const escape = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  return (
    short[character] ??
    (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`)
  )
}

/** Attackers' text cut into runs that are safe to show and escapes of what was not. Joins back to the whole. */
export function pieces(text: string): Piece[] {
  if (!unseen.test(text)) return text === '' ? [] : [{ text, escaped: false }]
  const out: Piece[] = []
  for (const character of text) {
    const escaped = unseen.test(character)
    const shown = escaped ? escape(character) : character
    const last = out.at(-1)
    if (last && last.escaped === escaped) last.text += shown
    else out.push({ text: shown, escaped })
  }
  return out
}

/** The same as one string, for attributes and plain text. */
export const visible = (text: string): string =>
  pieces(text)
    .map((piece) => piece.text)
    .join('')
