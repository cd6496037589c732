import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { boundedColumn, isOvergrown, minSessionsOfOvergrown } from '../rollups/bounds.ts'
import { withLock } from '../locks.ts'

/** The facts are read only where there are so many sessions that they can have grown too far. */
const overgrown = `sessions >= ${minSessionsOfOvergrown} AND ${isOvergrown('facts')}`

const partitions = defineQuery({
  name: 'partitions with overgrown rows',
  params: z.object({}),
  row: z.object({ id: z.string(), rows: count }),
  sql: `SELECT _partition_id AS id, count() AS rows FROM {local}.ip_day
PREWHERE sessions >= ${minSessionsOfOvergrown} WHERE ${overgrown} GROUP BY id ORDER BY id`,
})

/**
 * Takes out of `ip_day` what documents leave out anyway: of a source that showed more different values in a day than are
 * kept (rollups/bounds.ts). No document changes by it. Dying in between leaves rows that are cut at the next time.
 * @returns how many rows were cut
 */
export const trimRollups = (analytics: Analytics): Promise<number> =>
  withLock(analytics, 'documents', async () => {
    let trimmed = 0
    for (const host of analytics.hosts)
      for (const { id, rows } of await host.run(partitions, {})) {
        await host.command(
          `ALTER TABLE {local}.ip_day UPDATE facts = ${boundedColumn('facts')} IN PARTITION ID {id: String}
           WHERE ${overgrown} SETTINGS mutations_sync = 2`,
          { id },
        )
        trimmed += rows
      }
    return trimmed
  })
