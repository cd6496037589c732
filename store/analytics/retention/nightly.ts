import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { consolidateDocuments } from '../documents/consolidate.ts'
import { firstDayOfWindow, windowDays } from '#model/window.ts'
import { dropOldExports } from '../exports/quota.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { withLock } from '../locks.ts'
import { forgetVerdicts } from '../verdicts/forget.ts'
import { dropPartitions } from '../partitions.ts'
import { trimRollups } from './trim.ts'

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
 * retention, rollups no window reaches, changes of verdicts past the retention, and exports past their days. The documents themselves say what is due, so a missed night is caught up.
 * What earlier removals left of documents goes, and what sources that showed too much left in rollups.
 */
export async function nightly(analytics: Analytics, { now, retentionDays }: Nightly): Promise<void> {
  const since = firstDayOfWindow(now)
  const kept = firstDayOfWindow(now, retentionDays)
  const reached = firstDayOfWindow(now, Math.max(windowDays, retentionDays))
  await dropOldExports(analytics, now)
  await withLock(analytics, 'documents', async () => {
    for (const host of analytics.hosts) {
      await host.command(
        'INSERT INTO {local}.ip_dirty (ip) SELECT ip FROM {local}.ips FINAL WHERE oldest_day < {since: Date}',
        { since },
      )
      await forgetVerdicts(host, kept)
      await dropPartitions(host, 'sessions', ([, day = '']) => day < kept)
      await dropPartitions(host, 'tag_day', ([, day = '']) => day < reached)
      await dropPartitions(host, 'tag_counts', ([day = '']) => day < reached)
      await dropPartitions(host, 'ip_day', ([, month = '']) => month < reached.slice(0, 7).replace('-', ''))
    }
  })
  await trimRollups(analytics)
  let removed = 0
  for (const host of analytics.hosts) removed += (await host.run(tombstones, {}))[0]?.rows ?? 0
  if (removed > 0) await consolidateDocuments(analytics, { always: true })
}
