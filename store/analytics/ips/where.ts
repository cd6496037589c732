import type { Column, Predicate } from '#gnql/predicate.ts'
import type { Reads } from '../read-only.ts'
import { compilePredicate } from '../predicate/compile.ts'
import type { ValuesOf } from '../predicate/like.ts'
import { costOf, PredicateTooCostly } from '../predicate/cost.ts'
import type { Fragment } from '../query/define.ts'
import { lookedUp, wildcardValues } from '../terms/resolve.ts'
import { columnBytes } from './column-bytes.ts'
import { ipNames } from '../tables/ips-column-names.ts'

/**
 * A predicate over documents as the `{{where}}` of a query, its wildcards over lists resolved to values where few match.
 * @throws PredicateTooCostly when it would cost more than the caller may spend
 */
export async function where(
  analytics: Reads,
  predicate: Predicate,
): Promise<{ fragments: { where: Fragment } }> {
  const spend = await spending(analytics)
  spend({ kind: 'and', operands: lookedUp(predicate) }, { termsAlone: true })
  const valuesOf = await wildcardValues(analytics, predicate)
  spend(predicate, { valuesOf })
  return { fragments: { where: compilePredicate(predicate, { names: ipNames, prefix: 'w', valuesOf }) } }
}

type Demand = (predicate: Predicate, how: { termsAlone?: true; valuesOf?: ValuesOf }) => void

/** Refuses what would cost more than the caller may spend. Of lists that are looked up each value is read once. */
async function spending(analytics: Reads): Promise<Demand> {
  const max = analytics.budget?.engineSteps
  if (max === undefined) return () => undefined
  const bytes = await columnBytes(analytics)
  const terms = bytes.get('terms.value') ?? 0
  return (predicate, { termsAlone, valuesOf = () => undefined }) => {
    const bytesOf = (column: Column): number => {
      const all = bytes.get(ipNames(column).expr) ?? 0
      return termsAlone ? Math.min(all, terms) : all
    }
    const cost = costOf(predicate, { bytesOf, valuesOf })
    if (cost.steps > max) throw new PredicateTooCostly(cost, max)
  }
}
