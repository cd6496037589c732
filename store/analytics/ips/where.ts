import type { Predicate } from '#gnql/predicate.ts'
import type { Reads } from '../reads.ts'
import { compilePredicate } from '../predicate/compile.ts'
import type { Fragment } from '../query/define.ts'
import { wildcardValues } from '../terms/resolve.ts'
import { ipNames } from './names.ts'

/** A predicate over documents as the `{{where}}` of a query, its wildcards over lists resolved to values where few match. */
export async function where(
  analytics: Reads,
  predicate: Predicate,
): Promise<{ fragments: { where: Fragment } }> {
  const valuesOf = await wildcardValues(analytics, predicate)
  return { fragments: { where: compilePredicate(predicate, { names: ipNames, prefix: 'w', valuesOf }) } }
}
