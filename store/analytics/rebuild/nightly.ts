import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { firstDayOfWindow, windowDays } from '../documents/window.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { inTurn } from '../turns.ts'
import { dropPartitions } from './partitions.ts'

const tombstones = defineQuery({
  name: 'tombstones of documents',
  params: z.object({}),
  row: z.object({ rows: count }),
  sql: 'SELECT count() AS rows FROM {local}.ips WHERE gone = 1',
})

export interface Nightly {
  /** Milliseconds. */
  now: number
  /** Days of sessions to keep, today included. */
  retentionDays: number
}

/**
 * What the passing of a day changes: marks the documents whose oldest day left the window, and drops sessions past the
 * retention and rollups no window reaches. The documents themselves say what is due, so a missed night is caught up.
 * What earlier removals left of documents is merged away.
 */
export async function nightly(analytics: Analytics, { now, retentionDays }: Nightly): Promise<void> {
  const since = firstDayOfWindow(now)
  const kept = firstDayOfWindow(now, retentionDays)
  const reached = firstDayOfWindow(now, Math.max(windowDays, retentionDays))
  await inTurn(analytics, 'documents', async () => {
    for (const host of analytics.hosts) {
      await host.command(
        'INSERT INTO {local}.ip_dirty SELECT ip FROM {local}.ips FINAL WHERE oldest_day < {since: Date}',
        { since },
      )
      await dropPartitions(host, 'sessions', ([, day = '']) => day < kept)
      await dropPartitions(host, 'tag_hour', ([, day = '']) => day < reached)
      await dropPartitions(host, 'ip_day', ([, month = '']) => month < reached.slice(0, 7).replace('-', ''))
      const [left] = await host.run(tombstones, {})
      if (left?.rows) await host.command('OPTIMIZE TABLE {local}.ips FINAL CLEANUP')
    }
  })
}
