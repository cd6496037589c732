import { join } from 'node:path'
import { z } from 'zod'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { openAnalytics } from '#store/analytics/open.ts'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { silent } from '#store/log.ts'

const stored = defineQuery({
  name: 'torture: sessions of each source',
  params: z.object({}),
  row: z.object({ source: z.string(), times: count, ids: count, first: count }),
  sql: `SELECT replaceOne(toString(src_ip), '::ffff:', '') AS source, count() AS times, uniqExact(id) AS ids,
  toUnixTimestamp64Milli(min(first_packet)) AS first
FROM {db}.sessions GROUP BY source`,
  settings: { max_result_rows: 1_000_000 },
})

export interface StoredSource {
  times: number
  /** Different sessions among them. */
  ids: number
  /** Of the earliest packet, milliseconds. */
  first: number
}

/** What the table of sessions holds, read by an engine of ours on the folder the product has let go. */
export async function storedBySource(dataFolder: string): Promise<Map<string, StoredSource>> {
  const engine = await launchEngine({ dir: join(dataFolder, 'analytics'), log: silent })
  const analytics = openAnalytics({ launched: engine })
  try {
    return new Map((await analytics.app.run(stored, {})).map((row) => [row.source, row]))
  } finally {
    await analytics.close()
    await engine.stop()
  }
}
