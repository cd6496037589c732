import { parse } from './parse.ts'
import { print } from './print.ts'
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

/**
 * How a query is narrowed by one more term, read once and asked for each value of a page; a query of alternatives, or
 * one that ends oddly, goes into parentheses or is printed anew.
 */
export function narrowing(query: string): (added: string) => string {
  const { tree } = parse(query)
  if (tree.kind === 'empty') return (added) => added
  if (tree.kind === 'or') return (added) => `(${print(tree)}) ${added}`
  const text = query.trim().endsWith('\\') ? print(tree) : query.trim()
  return (added) => `${text} ${added}`
}

export const addTerm = (query: string, added: string): string => narrowing(query)(added)
