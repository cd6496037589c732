import { collapsed } from './look-ups.ts'
import { unescaped } from './unescape.ts'

/** Times that escaping is taken off: nobody's server reads more of it, and so time and output stay linear. */
export const rounds = 5
/** Characters of a text that are decoded; the rest is left out of the view. */
export const maxLength = 8192

const round = (text: string): string => collapsed(unescaped(text))

/**
 * What a server may read in a text that a stranger sent: escapes undone up to `rounds` times, look-ups collapsed. In what
 * begins at `plusFrom` a plus is a space (application/x-www-form-urlencoded). Never longer than `text`.
 */
export function decoded(text: string, plusFrom = Number.POSITIVE_INFINITY): string {
  const sent = text.slice(0, maxLength)
  let now = sent.slice(0, plusFrom) + sent.slice(plusFrom).replaceAll('+', ' ')
  for (let left = rounds; left > 0; left--) {
    const next = round(now)
    if (next === now) break
    now = next
  }
  return now
}
