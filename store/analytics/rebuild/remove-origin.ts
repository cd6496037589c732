import type { Origin } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { withLock } from '../locks.ts'
import { dropPartitions, tablesByOrigin } from '../partitions.ts'

/**
 * Takes an origin (demo data, say) out of every table and marks its addresses: the next refresh removes those nobody
 * else saw and makes the others anew. Other origins' rows are not touched. Repeating it after a crash is safe.
 */
export async function removeOrigin(analytics: Analytics, origin: Origin): Promise<void> {
  await withLock(analytics, 'documents', () =>
    withLock(analytics, 'sessions', () =>
      withLock(analytics, 'counts', async () => {
        for (const host of analytics.hosts) {
          // Documents know their origins, so this also finds what an interrupted removal left behind.
          await host.command(
            `INSERT INTO {local}.ip_dirty (ip)
           SELECT ip FROM {local}.ips FINAL WHERE has(origins, {origin: String})
           UNION DISTINCT SELECT ip FROM {local}.ip_life WHERE origin = {origin: String}`,
            { origin },
          )
          // Nobody counts before the facts are gone: this turn is held.
          await host.command(
            'INSERT INTO {local}.tag_stale (day) SELECT DISTINCT day FROM {local}.tag_day WHERE origin = {origin: String}',
            { origin },
          )
          // Before the sessions: as many may come again, and would look as if tags over time had been counted on them.
          await host.command('DELETE FROM {local}.tagged_days WHERE origin = {origin: String}', { origin })
          for (const table of tablesByOrigin) await dropPartitions(host, table, (key) => key[0] === origin)
          // The history of those whom no other origin ever saw goes with them.
          await host.command(
            'DELETE FROM {local}.verdict_log WHERE ip NOT IN (SELECT ip FROM {local}.ip_life)',
          )
        }
      }),
    ),
  )
}
