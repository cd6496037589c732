import { z } from 'zod'
import type { Reads } from '../read-only.ts'
import { count, milliseconds } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'

/** What stands of a source: the last import that was taken. */
export interface CveStatus {
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

const status = defineQuery({
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
    .transform(({ imported_at: importedAt, data_date: dataDate, ...rest }): CveStatus => ({
      ...rest,
      importedAt,
      dataDate,
    })),
  sql: `SELECT source, version, imported_at, rows, added, changed, removed, last, data_date FROM {local}.cve_sources
ORDER BY source, version DESC LIMIT 1 BY source`,
})

/** One entry a source that was ever imported. */
export const cveStatuses = ({ app }: Reads): Promise<CveStatus[]> => app.run(status, {})

export async function statusOf(analytics: Reads, source: string): Promise<CveStatus | null> {
  return (await cveStatuses(analytics)).find((one) => one.source === source) ?? null
}
