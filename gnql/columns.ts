import type { Predicate } from './predicate.ts'

/** Names of the columns a predicate looks at; of a pair "list.member". */
export function columnsOf(predicate: Predicate): Set<string> {
  switch (predicate.kind) {
    case 'all':
    case 'none':
      return new Set()
    case 'not':
      return columnsOf(predicate.operand)
    case 'and':
    case 'or':
      return new Set(predicate.operands.flatMap((part) => [...columnsOf(part)]))
    case 'test':
      return new Set([predicate.column.name])
  }
}
