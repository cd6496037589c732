/** Look-ups inside of each other that are followed; deeper ones stay as they are. */
export const deepest = 32

/** A dotless i and a long s, as bytes: `${upper:ı}` is I, `${upper:ſ}` is S. */
const folded: Readonly<Record<string, string>> = { '\xc4\xb1': 'i', '\xc5\xbf': 's' }
const foldable = /\xc4\xb1|\xc5\xbf/g

/** What a look-up stands for, whatever the machine it runs on; null when that depends on the machine. */
function meaningOf(inner: string): string | null {
  const changed = /^(?:lower|upper):/i.exec(inner)
  if (changed) {
    return inner.slice(changed[0].length).replaceAll(foldable, (bytes) => folded[bytes] ?? bytes)
  }
  const dated = /^date:'([^']*)'$/i.exec(inner)
  if (dated) return dated[1] ?? ''
  // A JNDI look-up is what is looked for: it is never undone.
  if (/^jndi:/i.test(inner)) return null
  const at = inner.indexOf(':-')
  return at < 0 ? null : inner.slice(at + 2)
}

/**
 * `${lower:j}`, `${::-j}`, `${env:NAME:-j}` and the like, inside of each other, as what they yield: Log4j 2 look-ups,
 * https://logging.apache.org/log4j/2.x/manual/lookups.html. Matching folds the case, so it stays as sent. Never longer than
 * `text`; each character is looked at a bounded number of times.
 */
export function collapsed(text: string): string {
  if (!text.includes('${')) return text
  /** What is outside of all look-ups, then the inside of each open one. */
  const open: string[] = ['']
  let from = 0
  const take = (to: number): void => {
    open[open.length - 1] += text.slice(from, to)
  }
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '$' && text[at + 1] === '{' && open.length <= deepest) {
      take(at)
      open.push('')
      from = at + 2
      at += 1
    } else if (text[at] === '}' && open.length > 1) {
      take(at)
      const inner = open.pop() ?? ''
      open[open.length - 1] += meaningOf(inner) ?? `\${${inner}}`
      from = at + 1
    }
  }
  take(text.length)
  return open.join('${')
}
