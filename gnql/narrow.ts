import { parse } from './parse.ts'
import { print } from './print.ts'

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
