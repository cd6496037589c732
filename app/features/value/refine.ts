/**
 * A query with one more term. Terms side by side mean AND; a query with an OR in it is put in parentheses first, so
 * that the new term narrows all of it.
 */
export function refine(query: string, term: string): string {
  const text = query.trim()
  if (text === '') return term
  return hasOr(text) ? `(${text}) ${term}` : `${text} ${term}`
}

/** OR or || outside quotes; a false alarm only costs a pair of parentheses. */
const hasOr = (text: string): boolean =>
  /(?:^|[\s)])(?:OR|\|\|)(?:[\s(]|$)/.test(text.replace(/"(?:\\.|[^"\\])*"/g, '""'))
