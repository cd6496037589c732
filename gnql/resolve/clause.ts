import type { Span } from '../span.ts'
import { none, type Predicate } from '../predicate.ts'
import type { Field } from '../registry/field.ts'
import type { Range, Text } from '../tree.ts'

/** What a condition says about its fields. */
export type Said =
  | { kind: 'value'; text: Text }
  | { kind: 'range'; range: Range }
  /** `field:*` */
  | { kind: 'exists' }
  /** A word without a field that is looked for as a name. */
  | { kind: 'name'; text: Text }
  /** The word `interesting`. */
  | { kind: 'interesting' }
  /** `*` and `*:*` */
  | { kind: 'everything' }

/** One condition as somebody wrote it: the unit sentences name and explanations answer for. */
export interface Clause {
  /** Where it stands in the text; null for the window the server adds by itself. */
  span: Span | null
  /** The fields it is looked for in; none for `interesting` and `everything`. */
  fields: readonly Field[]
  said: Said
}

/** Which node of a predicate came from which condition: by identity, for nodes are never shared. */
export type Clauses = Map<Predicate, Clause>

/** Remembers where a predicate came from and gives it back. */
export function noteClause(clauses: Clauses, predicate: Predicate, clause: Clause): Predicate {
  // The one constant every empty alternative shares cannot stand for one condition.
  const own: Predicate = predicate === none ? { kind: 'none' } : predicate
  clauses.set(own, clause)
  return own
}
