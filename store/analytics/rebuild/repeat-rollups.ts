import type { Analytics } from '../open.ts'
import { withLock } from '../locks.ts'
import { selectIpLife } from '../rollups/ip-life.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import { selectTagDay } from '../rollups/tag-day.ts'
import type { Rebuild } from './rebuild.ts'

const asked = [
  notBackscatter,
  's.origin = {origin: String}',
  'toDate(s.first_packet) = {day: Date}',
  's.id IN {ids: Array(String)}',
]

/**
 * Adds what stored sessions stand for to `tag_day` and `ip_life` once more: the statement that stored them may have ended before these
 * rollups, and nothing tells whether it did. What they hold already may come again, since hours and a first moment stay the same;
 * `ip_day` counts, and is compared instead (ensure-balanced.ts). Sessions are not retagged meanwhile: their old tags would come
 * after the new ones. Mark addresses and days afterwards.
 */
export async function repeatRollups(
  analytics: Analytics,
  { origin, day, sessions }: Rebuild & { sessions: readonly { id: string }[] },
): Promise<void> {
  const params = { origin, day, ids: sessions.map(({ id }) => id) }
  const tagDay = selectTagDay('{local}.sessions', asked.join(' AND '))
  const ipLife = selectIpLife('{local}.sessions', asked)
  const repeat = async (): Promise<void> => {
    for (const host of analytics.hosts) {
      await host.command(`INSERT INTO {local}.tag_day ${tagDay}`, params)
      await host.command(`INSERT INTO {local}.ip_life ${ipLife}`, params)
    }
  }
  await withLock(analytics, 'sessions', repeat, { shared: true })
}
