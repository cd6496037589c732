import { stats, type Stats } from '#store/analytics/ips/stats.ts'
import type { Ctx } from '../context.ts'
import { summaryOf } from './matches.ts'
import { understoodOrRefused } from './understand.ts'

export type IpStats = Stats & { adjustedQuery: string }

/** Counts over all addresses that match; each list holds its `count` most frequent values. @throws Refusal 'invalid-query' */
export async function statsOf(
  ctx: Ctx,
  { query, count }: { query: string; count: number },
): Promise<IpStats> {
  const { predicate, adjustedQuery } = understoodOrRefused(query, ctx, ctx.clock())
  const counted = await stats((wanted) => summaryOf(ctx, predicate, wanted), count)
  return { ...counted, adjustedQuery }
}
