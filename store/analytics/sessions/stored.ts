import { z } from 'zod'
import type { Origin } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'

/** What is stored, for those who compare it with what was promised. */

const idsOfDay = defineQuery({
  name: 'sessions of a day that are stored',
  params: z.object({ origin: z.string(), day: z.iso.date(), ids: z.array(z.string()) }),
  row: z.object({ id: z.string() }),
  sql: `SELECT DISTINCT id FROM {db}.sessions AS s
WHERE s.origin = {origin: String} AND toDate(s.first_packet) = {day: Date} AND s.id IN {ids: Array(String)}`,
})

/** The sessions of a unit that are not stored yet, in their order. */
export async function notStored<Row extends { id: string }>(
  analytics: Analytics,
  { origin, day, sessions }: { origin: Origin; day: string; sessions: readonly Row[] },
): Promise<Row[]> {
  const ids = sessions.map(({ id }) => id)
  const known = new Set((await analytics.app.run(idsOfDay, { origin, day, ids })).map(({ id }) => id))
  return sessions.filter(({ id }) => !known.has(id))
}

const batchesOfDay = defineQuery({
  name: 'stored sessions of each batch of a day',
  params: z.object({ origin: z.string(), day: z.iso.date() }),
  row: z.object({ batch: z.string(), sessions: count }),
  sql: `SELECT substring(s.id, 1, 24) AS batch, uniqExact(s.id) AS sessions FROM {db}.sessions AS s
WHERE s.origin = {origin: String} AND toDate(s.first_packet) = {day: Date} GROUP BY batch`,
  settings: { max_threads: 1, max_result_rows: 0 },
})

/** How many different sessions of each batch are stored on a day, by the first 24 digits of their ids. */
export async function storedByBatch(
  analytics: Analytics,
  day: { origin: string; day: string },
): Promise<Map<string, number>> {
  const stored = new Map<string, number>()
  for await (const { batch, sessions } of analytics.app.stream(batchesOfDay, day)) stored.set(batch, sessions)
  return stored
}
