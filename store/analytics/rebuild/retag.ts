import { z } from 'zod'
import type { Vantage } from '#model/session.ts'
import { refuse } from '#model/errors.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { sessionColumns } from '../tables/sessions.ts'
import type { Tagging } from '../sessions/insert.ts'
import { withLock } from '../locks.ts'
import { type Rebuild, rebuild } from './rebuild.ts'
import { type Counting, countedTags } from './threshold-tags.ts'
import { replacePartition } from '../partitions.ts'
import { hasThresholdDifferences } from './threshold-differences.ts'

const dayMs = 86_400_000

const names = sessionColumns.map(({ name }) => name).join(', ')

/**
 * The columns as they stand, but for what the capture in question was taken at. Rules over time count the day before, too, which
 * may be tagged anew after this one.
 */
const takenAt = sessionColumns
  .map(({ name }) =>
    name === 'vantage'
      ? 'CAST(if(capture = {taken_capture: String}, {taken_at: String}, vantage) AS LowCardinality(String)) AS vantage'
      : name,
  )
  .join(', ')

export interface Retag extends Rebuild {
  tagging: Tagging
  /** Rules over time; none without it. */
  counting?: readonly Counting[]
  /** Says anew what one capture was taken at. The days that it reaches are given newest first. */
  taken?: { capture: string; at: Vantage }
}

/**
 * Tags the stored sessions of one origin and day anew, published or not, and rebuilds what follows from them. Nothing
 * else about a session changes, but for what its capture was taken at; the next day follows then, where that changes what is
 * counted on it. Interrupted before the swap it changed nothing; after it, doing it again completes it.
 */
export async function retag(
  analytics: Analytics,
  { origin, day, tagging, counting = [], taken }: Retag,
): Promise<void> {
  z.iso.date().parse(day)
  await withLock(analytics, 'sessions', async () => {
    for (const host of analytics.hosts)
      await retagOn(host, { origin, day, tagging, counting, ...(taken && { taken }) })
  })
  await rebuild(analytics, { origin, day })
  if (!taken) return
  // What other captures brought on the next day may have been counted together with sessions of this one.
  const next = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
  if (await hasThresholdDifferences(analytics, { origin, day: next }, counting))
    await retag(analytics, { origin, day: next, tagging, counting })
}

async function retagOn(host: Querier, { origin, day, tagging, counting = [], taken }: Retag): Promise<void> {
  await host.command('TRUNCATE TABLE {local}.sessions_staging')
  const counted = countedTags(counting, taken && takenAt)
  // The old tags stay out of sight: the tagging sees what it saw when the sessions came in.
  await host.command(
    `INSERT INTO {local}.sessions_staging (${names}, tags)
     SELECT ${names}, arraySort(arrayDistinct(arrayConcat(${tagging.sql}, counted_tags)))
     FROM (SELECT ${taken ? takenAt : names} FROM {local}.sessions
       WHERE origin = {retagged_origin: String} AND toDate(first_packet) = {retagged_day: Date}) AS of_day
     LEFT ANY JOIN (${counted.sql}) AS of_time ON of_day.id = of_time.counted_id`,
    {
      ...tagging.params,
      ...counted.params,
      ...(taken && { taken_capture: taken.capture, taken_at: taken.at }),
      retagged_origin: origin,
      retagged_day: day,
    },
  )
  const [sums] = await host.run(staged, { origin, day })
  // A statement of a process that died may still have been filling the staging table.
  if (!sums || sums.stored !== sums.staged)
    throw refuse('busy', `The sessions of ${origin} ${day} changed while they were tagged anew.`)
  await replacePartition(host, 'sessions', `('${origin}', '${day}')`)
}

const staged = defineQuery({
  name: 'sessions of a day and their staged copies',
  params: z.object({ origin: z.string(), day: z.iso.date() }),
  row: z.object({ stored: count, staged: count }),
  sql: `SELECT
  (SELECT count() FROM {local}.sessions WHERE origin = {origin: String} AND toDate(first_packet) = {day: Date}) AS stored,
  (SELECT count() FROM {local}.sessions_staging) AS staged`,
})
