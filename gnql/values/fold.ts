/**
 * Case-insensitive comparison: lower-casing code point by code point, exactly as the engine does it. İ (U+0130) alone
 * becomes two code points, and there are no rules for context (Σ is always σ).
 * Lone surrogates become U+FFFD, as they do on the way to any UTF-8 store.
 */
// The whole range of ASCII, control characters too.
const ascii = /^[\0-\x7f]*$/u

export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  // Of all letters the capital sigma alone is lowered by its place in the word.
  return text.toWellFormed().replaceAll('Σ', 'σ').toLowerCase()
}

/** Order of code points, which is the order of UTF-8 bytes. */
export function compareText(left: string, right: string): number {
  const [a, b] = [[...left], [...right]]
  for (const [index, char] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (char !== other) return (char.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)
  }
  return a.length - b.length
}
