import type { Column, Predicate } from '#gnql/predicate.ts'
import type { Reads } from '../reads.ts'
import { compilePredicate } from '../predicate/compile.ts'
import { costOf, PredicateTooCostly } from '../predicate/cost.ts'
import type { Fragment } from '../query/define.ts'
import { wildcardValues } from '../terms/resolve.ts'
import { columnBytes } from './column-bytes.ts'
import { ipNames } from './names.ts'

/**
 * A predicate over documents as the `{{where}}` of a query, its wildcards over lists resolved to values where few match.
 * @throws PredicateTooCostly when it would cost more than the caller may spend
 */
export async function where(
  analytics: Reads,
  predicate: Predicate,
): Promise<{ fragments: { where: Fragment } }> {
  const valuesOf = await wildcardValues(analytics, predicate)
  const most = analytics.budget?.engineSteps
  if (most !== undefined) {
    const bytes = await columnBytes(analytics)
    const bytesOf = (column: Column): number => bytes.get(ipNames(column).expr) ?? 0
    const cost = costOf(predicate, { bytesOf, valuesOf })
    if (cost.steps > most) throw new PredicateTooCostly(cost, most)
  }
  return { fragments: { where: compilePredicate(predicate, { names: ipNames, prefix: 'w', valuesOf }) } }
}
