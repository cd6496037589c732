import { z } from 'zod'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'

/** Changes kept of one address, the newest: one that flips with every refresh must not fill the log. */
export const maxChanges = 1000

/**
 * Rows that nobody keeps: those before a day, but for the verdict that stands (later ones are compared with it), and of an
 * address with more than `max` those before its newest.
 */
const forgotten = `
  (at < {before: Date} AND (ip, at) NOT IN (
    SELECT v.ip, max(v.at) FROM {local}.verdict_log AS v
    WHERE v.ip IN (SELECT ip FROM {local}.verdict_log WHERE at < {before: Date})
    GROUP BY v.ip HAVING argMax(v.after, v.at) != ''))
  OR (ip, at) IN (
    SELECT v.ip, v.at FROM {local}.verdict_log AS v
    INNER JOIN (
      SELECT w.ip AS ip, arrayElement(arrayReverseSort(groupArray(w.at)), {max: UInt32}) AS oldest
      FROM {local}.verdict_log AS w
      WHERE w.ip IN (SELECT ip FROM {local}.verdict_log GROUP BY ip HAVING count() > {max: UInt32}) GROUP BY ip
    ) AS o ON o.ip = v.ip
    WHERE v.at < o.oldest)`

const due = defineQuery({
  name: 'verdicts to be forgotten',
  params: z.object({ before: z.iso.date(), max: z.number().int() }),
  row: z.object({ rows: count }),
  sql: `SELECT count() AS rows FROM {local}.verdict_log WHERE ${forgotten}`,
})

/**
 * Takes out of the history of verdicts what is older than `before` or too much of one address; call under the lock of the documents.
 * Documents hold their history too, so those of the addresses are marked first: dying in between forgets at the next time.
 */
export async function forgetVerdicts(host: Querier, before: string): Promise<void> {
  const params = { before, max: maxChanges }
  const [found] = await host.run(due, params)
  // A deletion rewrites parts, also when there is nothing in them.
  if (!found?.rows) return
  await host.command(
    `INSERT INTO {local}.ip_dirty (ip) SELECT DISTINCT ip FROM {local}.verdict_log WHERE ${forgotten}`,
    params,
  )
  await host.command(`DELETE FROM {local}.verdict_log WHERE ${forgotten}`, params)
}
