import { z } from 'zod'
import { classifications } from '#model/tag.ts'
import type { WindowCounts } from '#model/cve-report.ts'
import { currentDocuments, currentSettings } from '../tables/latest-version.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'

const counts = defineQuery({
  name: 'addresses by CVE and window',
  params: z.object({
    slugs: z.array(z.string()).max(10_000),
    cves: z.array(z.array(z.string())),
    now: z.number().int(),
  }),
  row: z.object({
    cve: z.string(),
    classification: z.enum(classifications),
    d1: count,
    d10: count,
    d30: count,
  }),
  sql: `SELECT cve, classification, ${[1, 10, 30].map((days) => `countIf(last_at >= toDateTime({now: UInt32} - ${days} * 86400, 'UTC')) AS d${days}`).join(', ')}
FROM (
  SELECT ip, classification, cve, max(carried.2) AS last_at
  FROM ${currentDocuments('ip, classification, tags, tag_last')}
  ARRAY JOIN arrayFilter(x -> has({slugs: Array(String)}, x.1), arrayZip(tags, tag_last)) AS carried
  ARRAY JOIN {cves: Array(Array(String))}[indexOf({slugs: Array(String)}, carried.1)] AS cve
  GROUP BY ip, classification, cve
) GROUP BY cve, classification ORDER BY cve, classification`,
  settings: currentSettings,
})

export interface CveCounts {
  benign: WindowCounts
  threat: WindowCounts
  /** An address was seen in the 90 days. */
  seen: boolean
}

const none = (): WindowCounts => ({ d1: 0, d10: 0, d30: 0 })

/** The window counts of many CVEs at once (those of tagsActivity); `cvesOf` says which CVEs a tag detects. `now` in milliseconds. */
export async function countsOfCves(
  { app }: Reads,
  cvesOf: ReadonlyMap<string, readonly string[]>,
  now: number,
): Promise<Map<string, CveCounts>> {
  const found = new Map<string, CveCounts>()
  if (cvesOf.size === 0) return found
  const slugs = [...cvesOf.keys()]
  const rows = await app.run(
    counts,
    { slugs, cves: slugs.map((slug) => [...(cvesOf.get(slug) ?? [])]), now: Math.floor(now / 1000) },
    { fragments: { where: { sql: 'hasAny(tags, {slugs: Array(String)})', params: {} } } },
  )
  for (const { cve, classification, ...windows } of rows) {
    const entry = found.get(cve) ?? { benign: none(), threat: none(), seen: true }
    const side =
      classification === 'benign' ? entry.benign : classification === 'unknown' ? none() : entry.threat
    for (const window of ['d1', 'd10', 'd30'] as const) side[window] += windows[window]
    found.set(cve, entry)
  }
  return found
}
