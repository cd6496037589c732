import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { daysAreRead } from '../marks/days.ts'
import { dropMarks } from '../marks/drop.ts'
import type { Querier } from '../query/querier.ts'
import { emptyStaging, replacePartition } from '../partitions.ts'
import { withLock } from '../locks.ts'
import { selectTagCounts } from './counts.ts'
import { refreshReach } from './last-seen.ts'

const stale = defineQuery({
  name: 'days whose tags are to be counted',
  params: z.object({}),
  row: z.object({ part: z.string(), day: z.string(), now: z.number() }),
  sql: 'SELECT DISTINCT _part AS part, day, toUnixTimestamp(now()) AS now FROM {local}.tag_stale ORDER BY day DESC, part LIMIT 100000',
})

const carried = defineQuery({
  name: 'rows of a day of tag_day',
  params: z.object({ day: z.string() }),
  row: z.object({ rows: count }),
  sql: 'SELECT count() AS rows FROM {local}.tag_day WHERE day = {day: Date}',
})

/** One takes about 200 bytes while it is counted: a day of millions of addresses is counted in several statements. */
const rowsAtOnce = 2_000_000

/** One core at most: how long a round takes is then what it costs. */
const frugal = { max_threads: 1, max_insert_threads: 1 }

/**
 * How long to wait after a round that took `tookMs`: five seconds, or up to ten so that counting takes a fiftieth of a core, or so long
 * that it takes a tenth at most. Counts of a day are that much behind its sessions.
 */
export const pauseAfterCounting = (tookMs: number): number =>
  Math.max(5000, Math.min(10_000, 49 * tookMs), 9 * tookMs)

export interface TagRefresh {
  /** Milliseconds. */
  now: number
  /** Rows of `tag_day` that one statement counts, about. */
  rowsAtOnce?: number
}

export interface TagRefreshed {
  /** Days counted. */
  days: number
  /** Whether documents were counted. */
  reach: boolean
}

/**
 * Counts every marked day anew, and documents where they changed, and puts each in place whole: readers see a day's old counts or
 * its new ones. Marks go only after their counts stand.
 */
export const refreshTagCounts = (
  analytics: Analytics,
  { now, rowsAtOnce: most = rowsAtOnce }: TagRefresh,
): Promise<TagRefreshed> =>
  withLock(analytics, 'counts', async () => {
    const counted: TagRefreshed = { days: 0, reach: false }
    for (const host of analytics.hosts) {
      const days = await refreshHost(host, most)
      if (await refreshReach(host, { now, always: days > 0 })) counted.reach = true
      counted.days += days
    }
    return counted
  })

async function refreshHost(host: Querier, most: number): Promise<number> {
  const marks = await host.run(stale, {})
  daysAreRead(host)
  const days = [...new Set(marks.map(({ day }) => day))]
  for (const day of days) {
    await emptyStaging(host, 'tag_counts')
    const rows = (await host.run(carried, { day }))[0]?.rows ?? 0
    const slices = Math.max(1, Math.ceil(rows / most))
    for (let slice = 0; slice < slices; slice += 1)
      await host.command(
        `INSERT INTO {local}.tag_counts_staging ${selectTagCounts('{local}.tag_day')}`,
        { day, slice, slices },
        { settings: frugal },
      )
    await replacePartition(host, 'tag_counts', `'${z.iso.date().parse(day)}'`)
  }
  const parts = [...new Set(marks.map(({ part }) => part))]
  // One that was merged with what came meanwhile says when the earlier of both was made, of which everything is counted.
  if (!(await dropMarks(host, 'tag_stale', parts)))
    await host.command(
      `ALTER TABLE {local}.tag_stale UPDATE since = toDateTime({read: UInt32})
WHERE day IN {days: Array(Date)} AND since < toDateTime({read: UInt32}) SETTINGS mutations_sync = 1`,
      { days, read: marks[0]?.now ?? 0 },
    )
  return days.length
}
