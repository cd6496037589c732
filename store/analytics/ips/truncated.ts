import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'

const cut = defineQuery({
  name: 'documents with cut lists',
  params: z.object({ columns: z.array(z.string()) }),
  row: z.object({ addresses: count }),
  sql: 'SELECT count() AS addresses FROM {db}.ips FINAL WHERE hasAny(truncated, {columns: Array(String)})',
})

/**
 * How many documents had to cut one of these lists (names of IpDocument: "http_path", "scan", "ja3"): so many addresses
 * an answer over them may miss, and an answer that uses them has to say so.
 */
export async function countTruncated({ app }: Analytics, columns: readonly string[]): Promise<number> {
  if (columns.length === 0) return 0
  const [row] = await app.run(cut, { columns: [...columns] })
  return row?.addresses ?? 0
}
