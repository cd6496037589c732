import { z } from 'zod'
import type { Reads } from '../read-only.ts'
import { count, milliseconds } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'

/** What stands of a source: the last import that was taken. */
export interface CveStanding {
  source: string
  version: number
  /** Milliseconds. */
  importedAt: number
  rows: number
  added: number
  changed: number
  removed: number
  /** The CVE of the file's last row. */
  last: string
  /** Day of the newest thing in it, "" when it does not say. */
  dataDate: string
}

const standing = defineQuery({
  name: 'sources of CVEs',
  params: z.object({}),
  row: z
    .object({
      source: z.string(),
      version: count,
      imported_at: milliseconds,
      rows: count,
      added: count,
      changed: count,
      removed: count,
      last: z.string(),
      data_date: z.string(),
    })
    .transform(({ imported_at: importedAt, data_date: dataDate, ...rest }): CveStanding => ({
      ...rest,
      importedAt,
      dataDate,
    })),
  sql: `SELECT source, version, imported_at, rows, added, changed, removed, last, data_date FROM {local}.cve_sources
ORDER BY source, version DESC LIMIT 1 BY source`,
})

/** One entry a source that was ever imported. */
export const cveStandings = ({ app }: Reads): Promise<CveStanding[]> => app.run(standing, {})

export async function standingOf(analytics: Reads, source: string): Promise<CveStanding | null> {
  return (await cveStandings(analytics)).find((one) => one.source === source) ?? null
}
