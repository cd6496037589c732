import { withCommas } from '#model/numbers.ts'
import { columnsOf } from '#gnql/columns.ts'
import type { Predicate } from '#gnql/predicate.ts'
import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import type { Reads } from '#store/analytics/read-only.ts'
import { countTruncated } from '#store/analytics/ips/truncated.ts'

/** Lists a predicate looks at, in order of name: of a pair "scan" for "scan.port". */
export const listsOf = (predicate: Predicate): string[] =>
  [...new Set([...columnsOf(predicate)].map((name) => name.split('.')[0] ?? name))].sort()

const keptMs = 10_000
const maxCached = 500

/**
 * How many documents had to cut one of these lists, asked of the store at most every ten seconds for the same lists: where the index in
 * memory does not say it with its answer.
 */
export function cachedCuts(
  reads: Reads,
  clock: () => number,
): (columns: readonly string[]) => Promise<number> {
  const kept = new Map<string, { at: number; answer: Promise<number> }>()
  return (columns) => {
    const key = columns.join()
    const known = kept.get(key)
    const now = clock()
    if (known && now >= known.at && now - known.at < keptMs) return known.answer
    if (kept.size >= maxCached) kept.clear()
    const answer = countTruncated(reads, columns)
    kept.set(key, { at: now, answer })
    answer.catch(() => kept.delete(key))
    return answer
  }
}

/**
 * Addresses the answer may judge wrongly, because their record keeps only a part of a list the query looks at (design: exact, or it
 * says so).
 */
export function uncertaintyHint(query: string, addresses: number): QueryDiagnostic[] {
  if (addresses === 0) return []
  const many = addresses === 1 ? '1 address keeps' : `${withCommas(addresses)} addresses keep`
  const message = `${many} only the most frequent values, or only the beginning of long ones, of a list this query looks at, and may be missing or wrongly here.`
  const span = { start: 0, end: query.length }
  return [{ span, severity: 'hint', message, expected: [], found: '', suggestion: null }]
}
