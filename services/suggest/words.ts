/** Words of one text that are looked at. */
const maxWords = 24

const wordPattern = /[\p{L}\p{N}]+/gu

/** The runs of letters and digits of a text, in lower case: "CVE-2021-44228" is cve, 2021, 44228. */
export const wordsOf = (text: string): string[] =>
  (text.match(wordPattern) ?? []).slice(0, maxWords).map(lowered)

const lowered = (word: string): string => word.normalize('NFKC').toLowerCase()

/** Where words of a label begin with what was typed. */
export function matchesIn(label: string, typed: readonly string[]): [from: number, to: number][] {
  const found: [number, number][] = []
  for (const { 0: word, index } of label.matchAll(wordPattern)) {
    const own = lowered(word)
    const lengths = typed.filter((one) => own.startsWith(one)).map(({ length }) => length)
    // Lowering may change how long a word is: the mark never leaves it.
    if (lengths.length > 0) found.push([index, index + Math.min(word.length, Math.max(...lengths))])
  }
  return found
}
