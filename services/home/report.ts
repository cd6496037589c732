import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import type { HomeReport } from '#model/home.ts'
import { homeNumbers } from '#store/analytics/ips/home.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

/** What the home page shows. */
export const home = verb([], async ({ reports, clock, scope }: Ctx): Promise<HomeReport> => {
  const report = await reports.get({
    name: 'home',
    input: null,
    read: (reads) => homeNumbers(reads, { now: clock() }),
  })
  return withheldColumns(lackingGroups(scope.plan)).has('cves') ? { ...report, topCves: null } : report
})
