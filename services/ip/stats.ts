import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import { stats, type Stats } from '#store/analytics/ips/stats.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { summaryOf } from './search-backend.ts'
import { affordably } from './too-costly.ts'
import { analyzedOrRefused } from './analyze-query.ts'

export type IpStats = Stats & { adjustedQuery: string }

/** Counts over all addresses that match; each list holds its `count` most frequent values. @throws Refusal 'invalid-query', 'too-costly' */
export const statsOf = verb(
  ['feature-search-ips'],
  async (ctx: Ctx, { query, count }: { query: string; count: number }): Promise<IpStats> => {
    const understood = await analyzedOrRefused(query, ctx, ctx.clock())
    const { predicate, adjustedQuery } = understood
    const counted = await affordably(understood, () =>
      stats((wanted) => summaryOf(ctx, predicate, wanted), {
        top: count,
        withheld: withheldColumns(lackingGroups(ctx.scope.plan)),
      }),
    )
    return { ...counted, adjustedQuery }
  },
  { is: () => true },
)
