import { z } from 'zod'
import type { CveData } from '#model/cve.ts'
import { slices } from '#model/slices.ts'
import type { Reads } from '../read-only.ts'
import { day } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'

const status = '(source, version) IN (SELECT source, max(version) FROM {local}.cve_sources GROUP BY source)'

const of = defineQuery({
  name: 'facts of CVEs',
  params: z.object({ cves: z.array(z.string()).max(10_000) }),
  row: z.object({
    cve: z.string(),
    source: z.string(),
    // Written by stage.ts out of parsed values.
    facts: z.string().transform((text) => JSON.parse(text) as CveData),
  }),
  sql: `SELECT cve, source, facts FROM {local}.cve_facts WHERE cve IN {cves: Array(String)} AND ${status} ORDER BY cve, source`,
})

export interface SourcedCveData {
  source: string
  facts: CveData
}

/** What each source says of each CVE; ids in canonical form. A CVE that no source knows is absent. */
export async function cveData(
  { app }: Reads,
  cves: readonly string[],
): Promise<Map<string, SourcedCveData[]>> {
  const found = new Map<string, SourcedCveData[]>()
  if (cves.length === 0) return found
  const pause = slices()
  for await (const { cve, source, facts } of app.stream(of, { cves: [...cves] })) {
    const list = found.get(cve)
    if (list) list.push({ source, facts })
    else found.set(cve, [{ source, facts }])
    const over = pause()
    if (over) await over
  }
  return found
}

const history = defineQuery({
  name: 'EPSS history of CVEs',
  params: z.object({ cves: z.array(z.string()).max(10_000) }),
  row: z.object({ cve: z.string(), points: z.array(z.tuple([day, z.number()])) }),
  sql: `SELECT cve, arrayMap(p -> (p.2, p.3), arraySort(groupArray((week, toString(day), score)))) AS points
FROM {local}.cve_epss FINAL WHERE cve IN {cves: Array(String)} GROUP BY cve`,
})

/** One point a week, oldest first. A CVE without any is absent. */
export async function epssHistories(
  { app }: Reads,
  cves: readonly string[],
): Promise<Map<string, { date: string; score: number }[]>> {
  if (cves.length === 0) return new Map()
  const rows = await app.run(history, { cves: [...cves] })
  return new Map(rows.map(({ cve, points }) => [cve, points.map(([date, score]) => ({ date, score }))]))
}
