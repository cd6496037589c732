import { parse } from '#gnql/parse.ts'
import { withTerm } from '#gnql/term.ts'

/** A query narrowed by one more term; alternatives are put in parentheses first, so that the term narrows all of them. */
export const refine = (query: string, term: string): string =>
  withTerm(query.trim(), term, parse(query).tree.kind === 'or')
