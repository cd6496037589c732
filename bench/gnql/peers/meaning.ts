import type { Predicate } from '#gnql/predicate.ts'
import { analyze } from '#gnql/analyze.ts'
import type { BenchQuery } from '../queries.ts'

const windowDays = 90

/** The one meaning every engine is asked for. `now` in milliseconds, the same for all within a run. */
export function meaningOf({ text }: BenchQuery, now: number): Predicate {
  const { ok, predicate } = analyze(text, { catalogue: 'ip', now, windowDays })
  if (!ok) throw new Error(`"${text}" cannot be understood.`)
  return predicate
}
