import { quote, valueWord } from './quoting.ts'

const plain = /^[\w.:/@+-]+$/u

/** The text of one term for links that add it to a query: the value as data, every special character escaped. */
export function term(field: string, value: string, negated = false): string {
  const isPlain = plain.test(value)
  const written = isPlain ? valueWord([value]) : quote(value === '' ? [] : [value])
  return `${negated ? '-' : ''}${field}:${written}`
}

/** The text of a query with a term added to it; a query of alternatives is put in parentheses first. */
export function withTerm(query: string, added: string, isAlternative: boolean): string {
  if (query.trim() === '') return added
  return isAlternative ? `(${query}) ${added}` : `${query} ${added}`
}
