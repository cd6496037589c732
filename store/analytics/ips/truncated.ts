import { z } from 'zod'
import type { Reads } from '../read-only.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { currentDocuments, currentSettings } from '../tables/latest-version.ts'

const cut = defineQuery({
  name: 'documents with cut lists',
  params: z.object({}),
  row: z.object({ addresses: count }),
  sql: `SELECT count() AS addresses FROM ${currentDocuments('ip')}`,
  settings: currentSettings,
})

/**
 * How many documents had to cut one of these lists (names of IpDocument: "http_path", "scan", "ja3"): so many addresses
 * an answer over them may miss, and an answer that uses them has to say so.
 */
export async function countTruncated({ app }: Reads, columns: readonly string[]): Promise<number> {
  if (columns.length === 0) return 0
  const [row] = await app.run(
    cut,
    {},
    {
      fragments: {
        where: { sql: 'hasAny(truncated, {columns: Array(String)})', params: { columns: [...columns] } },
      },
    },
  )
  return row?.addresses ?? 0
}
