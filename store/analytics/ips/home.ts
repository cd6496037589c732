import { z } from 'zod'
import { classifications } from '#model/tag.ts'
import type { HomeReport } from '#model/home.ts'
import type { Reads } from '../read-only.ts'
import { count, flag } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { noCounts } from './summarize.ts'

const everything = defineQuery({
  name: 'addresses and sessions of the record',
  params: z.object({}),
  row: z.object({ addresses: count, sessions: count }),
  sql: `SELECT count() AS addresses, sum(sensor_hits) AS sessions FROM {db}.ips FINAL`,
})

const lastDay = defineQuery({
  name: 'addresses last seen in a day by verdict',
  params: z.object({ from: z.number(), to: z.number() }),
  row: z.object({ classification: z.enum(classifications), addresses: count }),
  sql: `SELECT classification, count() AS addresses
FROM {db}.ips FINAL WHERE last_seen >= toDateTime({from: UInt32}) AND last_seen < toDateTime({to: UInt32})
GROUP BY classification`,
})

const cves = defineQuery({
  name: 'CVEs by addresses',
  params: z.object({ top: z.number() }),
  row: z.object({ cve: z.string(), addresses: count }),
  sql: `SELECT arrayJoin(cves) AS cve, count() AS addresses FROM {db}.ips FINAL
GROUP BY cve ORDER BY addresses DESC, cve DESC LIMIT {top: UInt32}`,
})

const anything = defineQuery({
  name: 'whether anything was ever ingested',
  params: z.object({}),
  row: z.object({ any: flag }),
  sql: 'SELECT count() > 0 AS any FROM (SELECT 1 FROM {db}.ip_life LIMIT 1)',
})

/** What the home page counts; `now` in milliseconds. The last 24 hours are those of the query `last_seen:1d`. */
export async function homeNumbers(
  { app }: Reads,
  { now, top = 5 }: { now: number; top?: number },
): Promise<Omit<HomeReport, 'days'>> {
  const to = Math.floor(now / 1000) + 1
  const [totals, today, topCves, any] = await Promise.all([
    app.run(everything, {}),
    app.run(lastDay, { from: to - 1 - 24 * 3600, to }),
    app.run(cves, { top }),
    app.run(anything, {}),
  ])
  const addresses = noCounts()
  for (const row of today) addresses[row.classification] += row.addresses
  return {
    today: { addresses },
    total: totals[0]?.addresses ?? 0,
    sessions: totals[0]?.sessions ?? 0,
    topCves,
    empty: !any.some((row) => row.any),
  }
}
