import { z } from 'zod'
import { type Classification, classifications, intentions, type Intention } from '#model/tag.ts'
import type { Analytics } from '../open.ts'
import { count, flag } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { noCounts } from './histogram.ts'

const verdicts = defineQuery({
  name: 'addresses and sessions by verdict',
  params: z.object({}),
  row: z.object({ classification: z.enum(classifications), addresses: count, sessions: count }),
  sql: `SELECT classification, count() AS addresses, sum(sensor_hits) AS sessions
FROM {db}.ips FINAL GROUP BY classification ORDER BY classification`,
})

const hours = defineQuery({
  name: 'addresses last seen per hour',
  params: z.object({ from: z.number(), to: z.number() }),
  row: z.object({ hour: z.number(), addresses: count }),
  sql: `SELECT toUInt8(intDiv(toUnixTimestamp(last_seen) - {from: UInt32}, 3600)) AS hour, count() AS addresses
FROM {db}.ips FINAL WHERE last_seen >= toDateTime({from: UInt32}) AND last_seen < toDateTime({to: UInt32})
GROUP BY hour ORDER BY hour`,
})

const tags = defineQuery({
  name: 'tags by addresses',
  params: z.object({ top: z.number() }),
  row: z.object({ slug: z.string(), name: z.string(), intention: z.enum(intentions), addresses: count }),
  sql: `SELECT t.slug AS slug, c.name AS name, c.intention AS intention, t.addresses AS addresses
FROM (SELECT arrayJoin(tags) AS slug, count() AS addresses FROM {db}.ips FINAL GROUP BY slug) AS t
INNER JOIN (SELECT * FROM {local}.tag_catalogue WHERE version = (SELECT max(version) FROM {local}.tag_catalogue)) AS c ON c.slug = t.slug
ORDER BY addresses DESC, slug LIMIT {top: UInt32}`,
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

export interface HomeNumbers {
  total: number
  byClassification: Record<Classification, number>
  /** Addresses last seen in each of the 24 hours up to the end of the present one, oldest first. */
  trace: number[]
  topTags: { slug: string; name: string; intention: Intention; addresses: number }[]
  topCves: { cve: string; addresses: number }[]
  /** Published sessions in the window. */
  sessions: number
  /** No published session was ever ingested. */
  empty: boolean
}

/** What the home page counts; `now` in milliseconds. */
export async function homeNumbers(
  { app }: Analytics,
  { now, top = 8 }: { now: number; top?: number },
): Promise<HomeNumbers> {
  const byClassification = noCounts()
  let sessions = 0
  for (const row of await app.run(verdicts, {})) {
    byClassification[row.classification] = row.addresses
    sessions += row.sessions
  }
  const to = (Math.floor(now / 3_600_000) + 1) * 3600
  const trace = Array.from({ length: 24 }, () => 0)
  for (const { hour, addresses } of await app.run(hours, { from: to - 24 * 3600, to }))
    trace[hour] = addresses
  return {
    total: Object.values(byClassification).reduce((sum, value) => sum + value, 0),
    byClassification,
    trace,
    topTags: await app.run(tags, { top }),
    topCves: await app.run(cves, { top }),
    sessions,
    empty: !(await app.run(anything, {})).some((row) => row.any),
  }
}
