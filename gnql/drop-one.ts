import { print } from './print.ts'
import type { Query } from './tree.ts'

/** A query that leaves some of its conditions out, to learn which exclude most. */
export interface Shortened {
  /** What is left out, as text. */
  condition: string
  /** What remains, as text. */
  query: string
}

/** One for each of the first `limit` conditions that must hold at once, in order; none where there is only one. */
export const dropEach = (tree: Query, limit = Infinity): Shortened[] =>
  split(tree, limit).map(([condition, others]) => ({ condition, query: others }))

/** The same with only that condition left, for when no single one is to blame. */
export const keepEach = (tree: Query, limit = Infinity): Shortened[] =>
  split(tree, limit).map(([condition, others]) => ({ condition: others, query: condition }))

function split(tree: Query, limit: number): [condition: string, others: string][] {
  if (tree.kind !== 'and') return []
  const { parts, span } = tree
  return parts.slice(0, limit).map((part, left) => {
    const rest = parts.filter((_, at) => at !== left)
    const [only, second] = rest
    return [print(part), print(only && !second ? only : { kind: 'and', parts: rest, span })]
  })
}
