/**
 * Case-insensitive comparison: simple lower-casing, code point by code point. A code point whose lower case is more
 * than one code point (İ U+0130 is the only one) stays as it is, and there are no rules for context (Σ is always σ).
 * Lone surrogates become U+FFFD, as they do on the way to any UTF-8 store.
 */
// The whole range of ASCII, control characters too.
const ascii = /^[\0-\x7f]*$/u

export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  let folded = ''
  for (const char of text.toWellFormed()) folded += char === 'İ' ? char : char.toLowerCase()
  return folded
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
