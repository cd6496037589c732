import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { flag } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { withLock } from '../locks.ts'
import type { Rebuild } from './rebuild.ts'

const state = defineQuery({
  name: 'the rules of a day and whether it has sessions',
  params: z.object({ origin: z.string(), day: z.iso.date() }),
  row: z.object({ rules: z.string(), noted: flag, stored: flag }),
  sql: `SELECT argMax(t.rules, t.at) AS rules, count() > 0 AS noted,
  (SELECT count() > 0 FROM (SELECT 1 FROM {local}.sessions WHERE origin = {origin: String} AND toDate(first_packet) = {day: Date} LIMIT 1)) AS stored
FROM {local}.tagged_days AS t WHERE t.origin = {origin: String} AND t.day = {day: Date}`,
})

/** What the note of a day must become before sessions that `rules` tagged are added to it; null when it may stay. */
async function wanted(host: Querier, day: Rebuild, rules: string): Promise<string | null> {
  const [row] = await host.run(state, { ...day })
  if (!row || (row.noted && row.rules === rules)) return null
  // The first sessions of a day: all of it will be tagged with these rules.
  if (!row.stored) return rules
  // Tagged with others so far: nobody can say what all of it was tagged with. A day without a note says that already.
  return row.noted && row.rules !== '' ? '' : null
}

/**
 * Notes in `tagged_days` with which rules sessions are tagged that are about to be added to a day, so that it need not be
 * tagged anew for fear that nobody knows. Call before the insert: dying in between leaves a note about a day without sessions,
 * which the next insert puts right.
 */
export async function noteIntake(
  analytics: Analytics,
  { rules, ...day }: Rebuild & { rules: string },
): Promise<void> {
  for (const host of analytics.hosts) {
    if ((await wanted(host, day, rules)) === null) continue
    // Alone: of two servers with different rules that begin a day, one comes second and finds the other's note.
    await withLock(analytics, 'sessions', async () => {
      const note = await wanted(host, day, rules)
      if (note !== null)
        await host.insert('{local}.tagged_days', [{ ...day, rules: note, sessions: '0', earlier: '0' }])
    })
  }
}
