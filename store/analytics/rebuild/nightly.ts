import type { Analytics } from '../open.ts'
import { firstDayOfWindow, windowDays } from '../documents/window.ts'
import { inTurn } from '../turns.ts'
import { dropPartitions } from './partitions.ts'

export interface Nightly {
  /** Milliseconds. */
  now: number
  /** Days of sessions to keep, today included. */
  retentionDays: number
}

/**
 * What the passing of a day changes: marks the documents whose oldest day left the window, and drops sessions past the
 * retention and rollups no window reaches. The documents themselves say what is due, so a missed night is caught up.
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
    }
  })
}
