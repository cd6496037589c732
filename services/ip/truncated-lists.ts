import { withCommas } from '#model/numbers.ts'
import { columnsOf } from '#gnql/columns.ts'
import type { Predicate } from '#gnql/predicate.ts'
import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import { Refusal } from '#model/errors.ts'
import type { Reads } from '#store/analytics/read-only.ts'
import { countTruncated } from '#store/analytics/ips/truncated.ts'
import type { Ctx } from '../context.ts'

/** Lists a predicate looks at: of a pair "scan" for "scan.port". */
export const listsOf = (predicate: Predicate): string[] => [
  ...new Set([...columnsOf(predicate)].map((name) => name.split('.')[0] ?? name)),
]

/**
 * How many addresses the answer may judge wrongly, because their record keeps only a part of a list
 * the query looks at (design: exact, or it says so); null while the engine cannot tell.
 */
export const uncertainIn = ({ cutLists }: Ctx, predicate: Predicate): Promise<number | null> =>
  cutLists(listsOf(predicate).sort()).catch((error: unknown) => {
    // The index in memory answers without the engine, but does not know this.
    if (error instanceof Refusal && error.code === 'busy') return null
    throw error
  })

const keptMs = 10_000
const maxCached = 500

/** How many documents had to cut one of these lists, asked of the store at most every ten seconds for the same lists. */
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

export function uncertaintyHint(query: string, addresses: number | null): QueryDiagnostic[] {
  if (addresses === 0) return []
  if (addresses === null)
    return [
      hint(
        query,
        'Answered from memory: the analytics engine does not answer, so it is not known which lists are incomplete.',
      ),
    ]
  const many = addresses === 1 ? '1 address keeps' : `${withCommas(addresses)} addresses keep`
  const what =
    'only the most frequent values, or only the beginning of long ones, of a list this query looks at, and may be missing or wrongly here.'
  return [hint(query, `${many} ${what}`)]
}

const hint = (query: string, message: string): QueryDiagnostic => ({
  span: { start: 0, end: query.length },
  severity: 'hint',
  message,
  expected: [],
  found: '',
  suggestion: null,
})
