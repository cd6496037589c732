import { z } from 'zod'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'

/** Seconds in which nobody is told: each round of counting is a few behind. */
const usual = 60

const waiting = defineQuery({
  name: 'days whose counts are behind',
  params: z.object({ since: z.string(), usual: z.number() }),
  row: z.object({ day: z.string(), seconds: count }),
  // By the engine's clock, as the marks.
  sql: `SELECT day, toUnixTimestamp(now()) - toUnixTimestamp(min(since)) AS seconds FROM {db}.tag_stale
WHERE day >= {since: Date} GROUP BY day HAVING seconds >= {usual: UInt32}`,
})

/** What counts of tags do not hold yet. */
export interface CountsBehind {
  /** How long the oldest session or rule that is not counted has waited; 0 where none has for a minute. */
  seconds: number
  /** UTC days ("YYYY-MM-DD") of those that have. */
  days: ReadonlySet<string>
}

/** What has waited to be counted on the UTC days from `since` ("YYYY-MM-DD") on. */
export async function countsBehind({ app }: Reads, since: string): Promise<CountsBehind> {
  const rows = await app.run(waiting, { since, usual })
  return {
    seconds: rows.reduce((longest, { seconds }) => Math.max(longest, seconds), 0),
    days: new Set(rows.map(({ day }) => day)),
  }
}
