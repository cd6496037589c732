import { parse } from '#gnql/parse.ts'
import { withTerm } from '#gnql/term.ts'

/**
 * How a query is narrowed by one more term; alternatives are put in parentheses first, so that the term narrows all of
 * them. Read once, asked for each value of a page.
 */
export function refining(query: string): (term: string) => string {
  const text = query.trim()
  const isAlternative = parse(text).tree.kind === 'or'
  return (term) => withTerm(text, term, isAlternative)
}
