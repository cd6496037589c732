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

const hours = defineQuery({
  name: 'addresses last seen per hour and verdict',
  params: z.object({ from: z.number(), to: z.number() }),
  row: z.object({ hour: z.number(), classification: z.enum(classifications), addresses: count }),
  sql: `SELECT toUInt8(least(intDiv(toUnixTimestamp(last_seen) - {from: UInt32}, 3600), 23)) AS hour, classification, count() AS addresses
FROM {db}.ips FINAL WHERE last_seen >= toDateTime({from: UInt32}) AND last_seen < toDateTime({to: UInt32})
GROUP BY hour, classification ORDER BY hour, classification`,
})

const cves = defineQuery({
  name: 'CVEs by addresses',
  params: z.object({ top: z.number() }),
  row: z.object({ cve: z.string(), addresses: count }),
  sql: `SELECT arrayJoin(cves) AS cve, count() AS addresses FROM {db}.ips FINAL
GROUP BY cve ORDER BY addresses DESC, cve LIMIT {top: UInt32}`,
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
): Promise<HomeReport> {
  const to = Math.floor(now / 1000) + 1
  const [totals, today, topCves, any] = await Promise.all([
    app.run(everything, {}),
    app.run(hours, { from: to - 1 - 24 * 3600, to }),
    app.run(cves, { top }),
    app.run(anything, {}),
  ])
  const addresses = noCounts()
  const traces = noTraces()
  for (const row of today) {
    addresses[row.classification] += row.addresses
    traces[row.classification][row.hour] = row.addresses
  }
  return {
    today: { addresses, traces },
    total: totals[0]?.addresses ?? 0,
    sessions: totals[0]?.sessions ?? 0,
    topCves,
    empty: !any.some((row) => row.any),
  }
}

const quietDay = (): number[] => Array.from({ length: 24 }, () => 0)

const noTraces = (): HomeReport['today']['traces'] => ({
  malicious: quietDay(),
  suspicious: quietDay(),
  benign: quietDay(),
  unknown: quietDay(),
})
