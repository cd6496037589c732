import type { Query } from '#gnql/tree.ts'
import { type Without, withoutEach, withoutOthers } from '#gnql/without.ts'
import type { Relaxed } from '#model/views.ts'
import type { Ctx } from '../context.ts'
import { totalOf } from './matches.ts'
import { understandIpQuery } from './understand.ts'

/** An empty answer costs at most this many more counts, twice. */
const mostParts = 8

/**
 * For a query that found nothing: how many addresses there are without each of its conditions, most first; where that is
 * nothing, too, how many there are with each alone.
 */
export async function relaxedBy(ctx: Ctx, tree: Query, now: number): Promise<Relaxed[]> {
  const each = withoutEach(tree)
  const found = await countedBy(ctx, each, now)
  return found.length > 0 || each.length < 3 ? found : countedBy(ctx, withoutOthers(tree), now)
}

async function countedBy(ctx: Ctx, all: readonly Without[], now: number): Promise<Relaxed[]> {
  const parts = all.slice(0, mostParts)
  const counted = await Promise.all(
    parts.map(async (each) => {
      const { ok, predicate } = understandIpQuery(each.query, ctx, now)
      return { ...each, total: ok ? await totalOf(ctx, predicate) : 0 }
    }),
  )
  return counted.filter(({ total }) => total > 0).sort((left, right) => right.total - left.total)
}
