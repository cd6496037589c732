import type { Predicate } from '#gnql/predicate.ts'
import { understand } from '#gnql/analyze.ts'
import type { BenchQuery } from '../queries.ts'

const windowDays = 90

/** The one meaning every engine is asked for. `now` in milliseconds, the same for all within a run. */
export function meaningOf({ text }: BenchQuery, now: number): Predicate {
  const { ok, predicate } = understand(text, { catalogue: 'ip', now, windowDays })
  if (!ok) throw new Error(`"${text}" cannot be understood.`)
  return predicate
}
