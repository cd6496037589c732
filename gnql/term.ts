import { quote, valueWord } from './quoting.ts'
import { isIPv6Block } from './values/address.ts'

/** What reads as itself right after a field's colon; a colon might look like another field's. */
const plain = /^[\w./][\w./@+-]*$/u

/** The text of one term for links that add it to a query: the value as data, every special character escaped. */
export function term(field: string, value: string, negated = false): string {
  const isPlain = plain.test(value) || isIPv6Block(value)
  const written = isPlain ? valueWord([value]) : quote(value === '' ? [] : [value])
  return `${negated ? '-' : ''}${field}:${written}`
}
