/** A piece of text as the library finds it on a page, with whether a line ends behind it; or a mark, which has none. */
type Item = { str: string; hasEOL: boolean } | { type: string }

const hyphen = String.raw`[-\u2010-\u2015\u2212]`
const lineBreak = String.raw`[ \t]*\n[ \t]*`
/** "CVE-", "CVE" or their likes with a year, at the end of a line, and what goes on in the next. */
const divided = new RegExp(
  `(CVE(?:${hyphen}\\d{4})?)(?:(${hyphen})${lineBreak}(?=\\d{4})|${lineBreak}(?=${hyphen}\\d{4}))`,
  'giu',
)

/**
 * One page as one line, so that the number of a line is that of a page. Lines on paper end where there is no more room, also after a
 * hyphen of an id: there the two parts are one.
 */
export function lineOf(items: readonly Item[]): string {
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
  // Twice, for one id may be divided at both hyphens.
  const whole = text.replace(divided, '$1$2').replace(divided, '$1$2')
  return `${whole.replaceAll(/[\r\n]+/g, ' ')}\n`
}
