import { fieldFilter } from '#gnql/filters.ts'
import type { Field } from '#gnql/registry/field.ts'
import { Refusal } from '#model/errors.ts'
import { PredicateTooCostly } from '#store/analytics/predicate/cost.ts'
import type { ValueCount } from '#store/analytics/ips/value-count.ts'
import type { Ctx } from '../context.ts'
import { analyzeIpQuery } from './analyze-query.ts'
import { facetColumn } from './facet-field.ts'
import { valuesOf } from './search-backend.ts'

/** So many fields at most are counted anew: each is a search of its own. */
const most = 3

/**
 * Of fields that a query asks certain values of, how many there would be with each value instead: what it asks of the field is left
 * out, so that other values can be chosen beside it. By field; what cannot be counted, or would cost too much, is missing.
 */
export async function alternatives(
  ctx: Ctx,
  { query, now, top }: { query: string; now: number; top: number },
  fields: readonly Field[],
): Promise<Map<string, ValueCount[]>> {
  const narrowed = fields
    .filter(({ columns }) => columns[0]?.shape === 'text')
    .flatMap((field) => {
      const without = fieldFilter(query, field).withoutIncluded
      return without === null ? [] : [{ field, without: without === '' ? '*' : without }]
    })
    .slice(0, most)
  const counted = await Promise.all(
    narrowed.map(async ({ field, without }) => {
      const values = await countedIn(ctx, { query: without, now, top }, field)
      return values ? [[field.name, values] as const] : []
    }),
  )
  return new Map(counted.flat())
}

async function countedIn(
  ctx: Ctx,
  { query, now, top }: { query: string; now: number; top: number },
  field: Field,
): Promise<ValueCount[] | null> {
  const { ok, predicate } = await analyzeIpQuery(query, ctx, now)
  if (!ok) return null
  try {
    return await valuesOf(ctx, predicate, { column: facetColumn(field.name), top })
  } catch (error) {
    if (error instanceof PredicateTooCostly || (error instanceof Refusal && error.code === 'too-costly'))
      return null
    throw error
  }
}
