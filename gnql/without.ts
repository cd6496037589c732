import { print } from './print.ts'
import type { Query } from './tree.ts'

/** A query that leaves one of its conditions out, to learn which one excludes most. */
export interface Without {
  /** The part left out, as text. */
  part: string
  /** What remains, as text. */
  query: string
}

/** One for each part that must hold at once, in order; none where there is only one. */
export function withoutEach(tree: Query): Without[] {
  if (tree.kind !== 'and') return []
  const { parts, span } = tree
  return parts.map((part, left) => {
    const rest = parts.filter((_, at) => at !== left)
    const [only, second] = rest
    const remaining: Query = only && !second ? only : { kind: 'and', parts: rest, span }
    return { part: print(part), query: print(remaining) }
  })
}
