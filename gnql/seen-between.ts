import { parse } from './parse.ts'
import { joined, partsOf } from './parts.ts'
import { plainText, type Query } from './tree.ts'

/** UTC days, "YYYY-MM-DD"; null where there is no such end. */
export interface DayRange {
  from: string | null
  to: string | null
}

/**
 * The query for addresses that were there between two days, both included: last seen not before the first, and first seen not
 * behind the last. What it said of such ends before is replaced.
 */
export function seenBetween(query: string, { from, to }: DayRange): string {
  const others = partsOf(parse(query).tree).filter(
    (part) => !isEnd(part, 'last_seen', 'from') && !isEnd(part, 'first_seen', 'to'),
  )
  const own = [
    ...(from === null ? [] : [`last_seen:>=${from}`]),
    ...(to === null ? [] : [`first_seen:<=${to}`]),
  ].map((text) => parse(text).tree)
  return joined([...others, ...own])
}

function isEnd(part: Query, field: string, end: 'from' | 'to'): boolean {
  if (part.kind !== 'term' || part.value.kind !== 'range') return false
  const { value } = part
  const isOpen = value[end === 'from' ? 'to' : 'from'] === null
  return isOpen && plainText(part.field)?.toLowerCase() === field
}
