import { parse } from './parse.ts'
import { print } from './print.ts'
import type { Query } from './tree.ts'

/** What holds at once; alternatives stand in parentheses, so that more can be joined to them. */
export function partsOf(tree: Query): Query[] {
  if (tree.kind === 'empty') return []
  if (tree.kind === 'and') return [...tree.parts]
  return [tree.kind === 'or' ? { kind: 'group', part: tree, span: tree.span } : tree]
}

/** The query of conditions that must all hold. */
export function joined(parts: readonly Query[]): string {
  const [only, second] = parts
  if (only && !second) return print(only.kind === 'group' ? only.part : only)
  return print(parts.length === 0 ? parse('').tree : { kind: 'and', parts, span: { start: 0, end: 0 } })
}
