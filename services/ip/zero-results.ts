import { Refusal } from '#model/errors.ts'
import type { Relaxed } from '#model/query.ts'
import { PredicateTooCostly } from '#store/analytics/predicate/cost.ts'
import type { Ctx } from '../context.ts'
import type { AskedQuery } from '../work/asked-query.ts'
import type { Relaxation } from '../work/tasks.ts'
import { totalOf } from './search-backend.ts'

/**
 * For a query that found nothing: how many addresses there are without each of its conditions, most first; where that is
 * nothing, too, how many there are with each alone. What would cost too much to count is left out: it is an aside.
 */
export async function relaxedBy(ctx: Ctx, asked: AskedQuery): Promise<Relaxed[]> {
  try {
    const { each, alone } = await ctx.work.run('relax', asked)
    const found = await countedBy(ctx, each)
    return found.length > 0 || each.length < 3 ? found : await countedBy(ctx, alone)
  } catch (error) {
    if (isTooMuch(error)) return []
    throw error
  }
}

async function countedBy(ctx: Ctx, parts: readonly Relaxation[]): Promise<Relaxed[]> {
  const counted = await Promise.all(
    parts.map(async ({ condition, query, predicate }) => {
      const total = predicate ? await totalOf(ctx, predicate).catch(noneIfTooMuch) : 0
      return { part: condition, query, total }
    }),
  )
  return counted.filter(({ total }) => total > 0).sort((left, right) => right.total - left.total)
}

const isTooMuch = (error: unknown): boolean =>
  error instanceof PredicateTooCostly || (error instanceof Refusal && error.code === 'too-costly')

function noneIfTooMuch(error: unknown): number {
  if (isTooMuch(error)) return 0
  throw error
}
