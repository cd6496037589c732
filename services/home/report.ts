import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import type { HomeReport } from '#model/home.ts'
import { homeNumbers } from '#store/analytics/ips/home.ts'
import { noCounts } from '#store/analytics/ips/summarize.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { summaryOf } from '../ip/search-backend.ts'

const dayMs = 86_400_000
/** Of the traces, today included. */
const daysShown = 30

/** What the home page shows. */
export const home = verb([], async (ctx: Ctx): Promise<HomeReport> => {
  const { reports, clock, scope, memoryIndex } = ctx
  const report = await reports.get({
    name: 'home',
    input: null,
    read: async (reads) => {
      // Whoever waits here has a place at the engine already: another one of his own might never come.
      const [numbers, { histogram }] = await Promise.all([
        homeNumbers(reads, { now: clock() }),
        summaryOf({ analytics: reads, memoryIndex }, { kind: 'all' }, { columns: [], top: 1 }),
      ])
      return { ...numbers, days: lastDays(histogram, clock()) }
    },
  })
  const days = report.days.slice(-Math.max(2, scope.plan.historicDays))
  return { ...report, days, ...(withheldColumns(lackingGroups(scope.plan)).has('cves') && { topCves: null }) }
})

/** Whether nothing was ever taken in. The engine is asked, by what everybody shares, only where the memory holds no record or cannot say. */
export const isEmpty = verb([], async (ctx: Ctx): Promise<boolean> => {
  const known = await ctx.memoryIndex.search({ kind: 'all' }, { columns: [], top: 0, size: 0 })
  return !(known && known.total > 0) && (await home(ctx)).empty
})

/** Days without anybody stand as what they are. */
function lastDays(known: HomeReport['days'], now: number): HomeReport['days'] {
  const byDay = new Map(known.map((bucket) => [bucket.day, bucket]))
  return Array.from({ length: daysShown }, (_, at) => {
    const day = new Date(now - (daysShown - 1 - at) * dayMs).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, counts: noCounts() }
  })
}
