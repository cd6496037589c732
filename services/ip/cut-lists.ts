import type { Predicate } from '#gnql/predicate.ts'
import type { QueryDiagnostic } from '#model/views.ts'
import type { Reads } from '#store/analytics/reads.ts'
import { countTruncated } from '#store/analytics/ips/truncated.ts'
import type { Ctx } from '../context.ts'

/** Columns a predicate looks at; of a pair the list ("scan" for "scan.port"). */
export function columnsOf(predicate: Predicate): Set<string> {
  switch (predicate.kind) {
    case 'all':
    case 'none':
      return new Set()
    case 'not':
      return columnsOf(predicate.part)
    case 'and':
    case 'or':
      return new Set(predicate.parts.flatMap((part) => [...columnsOf(part)]))
    case 'test':
      return new Set([predicate.column.name.split('.')[0] ?? predicate.column.name])
  }
}

/**
 * How many addresses the answer may judge wrongly, because their record keeps only a part of a list
 * the query looks at (design: exact, or it says so).
 */
export const uncertainIn = ({ cutLists }: Ctx, predicate: Predicate): Promise<number> =>
  cutLists([...columnsOf(predicate)].sort())

const keptMs = 10_000
const mostKept = 500

/** How many documents had to cut one of these lists, asked of the store at most every ten seconds for the same lists. */
export function rememberedCuts(
  reads: Reads,
  clock: () => number,
): (columns: readonly string[]) => Promise<number> {
  const kept = new Map<string, { at: number; answer: Promise<number> }>()
  return (columns) => {
    const key = columns.join()
    const known = kept.get(key)
    const now = clock()
    if (known && now >= known.at && now - known.at < keptMs) return known.answer
    if (kept.size >= mostKept) kept.clear()
    const answer = countTruncated(reads, columns)
    kept.set(key, { at: now, answer })
    answer.catch(() => kept.delete(key))
    return answer
  }
}

export function uncertaintyHint(query: string, addresses: number): QueryDiagnostic[] {
  if (addresses === 0) return []
  const many = addresses === 1 ? '1 address keeps' : `${addresses.toLocaleString('en-US')} addresses keep`
  return [
    {
      span: { start: 0, end: query.length },
      severity: 'hint',
      message: `${many} only the most frequent values, or only the beginning of long ones, of a list this query looks at, and may be missing or wrongly here.`,
      expected: [],
      found: '',
      suggestion: null,
    },
  ]
}
