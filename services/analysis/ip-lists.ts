import type { Analysis } from '#model/analysis.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { type IpStats, statsOf } from '../ip/stats.ts'
import { shown } from './find.ts'
import { kinds } from './kinds.ts'
import { listedOf } from './listed.ts'
import { rowsOf } from './rows.ts'
import { withinList } from './within-list.ts'

/** A finished list in three: seen, of business services, and neither. */
export interface IpLists {
  analysis: Analysis
  seen: { count: number; first: string[] }
  services: { count: number; first: string[] }
  unknown: { count: number; first: string[] }
  /** Of those that were seen. */
  stats: IpStats
}

/** Values of each count. */
const top = 20

/** @param most addresses of each of the three; all are counted @throws Refusal 'not-found' */
export const ipLists = verb(
  ['workspace', kinds.ips.needs, 'feature-search-ips'],
  async (ctx: Ctx, { id, most }: { id: string; most: number }): Promise<IpLists> => {
    const listed = await listedOf(ctx, { id, kind: 'ips' })
    const part = () => ({ count: 0, first: [] as string[] })
    const [seen, services, unknown] = [part(), part(), part()]
    for await (const rows of rowsOf(ctx, listed))
      for (const { ip, document, isService } of rows) {
        const its = document ? seen : isService ? services : unknown
        its.count += 1
        if (its.first.length < most) its.first.push(ip)
      }
    const own = Object.assign(withinList(ctx, listed.list), { searches: undefined })
    const stats = await statsOf(own, { query: '*', count: top })
    return { analysis: shown(ctx, listed.stored), seen, services, unknown, stats }
  },
)
