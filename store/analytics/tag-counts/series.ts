import { z } from 'zod'
import { type Classification, classifications } from '#model/tag.ts'
import { firstDayOfWindow } from '#model/window.ts'
import type { Reads } from '../read-only.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { type CountsBehind, countsBehind } from './behind.ts'
import type { TagStep } from './counts.ts'

const span = z.object({ since: z.string(), until: z.string() })

const perDay = defineQuery({
  name: 'addresses per tag and day',
  params: span,
  // Plain numbers side by side: some ten thousand pairs of texts take longer to read than to count.
  row: z.object({ tag: z.string(), places: z.array(z.number()), counted: z.array(z.number()) }),
  sql: `SELECT tag, groupArray(toUInt16(day - {since: Date})) AS places, groupArray(toFloat64(n)) AS counted FROM (
  SELECT tag, day, sum(addresses) AS n FROM {db}.tag_counts
  WHERE step = 24 AND day >= {since: Date} AND day <= {until: Date} GROUP BY tag, day
) GROUP BY tag`,
})

const beginning = defineQuery({
  name: 'first day of tags',
  params: z.object({}),
  row: z.object({ day: z.string() }),
  sql: 'SELECT min(day) AS day FROM {db}.tag_counts',
})

/** Addresses per UTC day, exact. */
export interface TagDays {
  /** "YYYY-MM-DD", oldest first; the last is today, which is not over. */
  days: string[]
  /** By slug, one number a day; tags that nobody carried in these days are missing. */
  counts: Map<string, number[]>
  /** How many of `days` lie before the record begins: their zeros say nothing. */
  unknown: number
  behind: CountsBehind
}

/** How many addresses carried each tag on each of the last `length` UTC days, today included. */
export async function tagDays(
  reads: Reads,
  { now, length }: { now: number; length: number },
): Promise<TagDays> {
  const days = Array.from({ length }, (_, index) => firstDayOfWindow(now, length - index))
  const since = days[0] ?? ''
  const { app } = reads
  const [rows, first, behind] = await Promise.all([
    app.run(perDay, { since, until: days.at(-1) ?? '' }),
    app.run(beginning, {}),
    countsBehind(reads, since),
  ])
  const counts = new Map<string, number[]>()
  for (const { tag, places, counted } of rows) {
    const numbers = days.map(() => 0)
    for (const [at, place] of places.entries()) numbers[place] = counted[at] ?? 0
    counts.set(tag, numbers)
  }
  const begun = first[0]?.day ?? ''
  const unknown = begun <= '1970-01-01' ? length : days.filter((day) => day < begun).length
  return { days, counts, unknown, behind }
}

const ofOneTag = defineQuery({
  name: 'addresses of a tag per bucket',
  params: span.extend({ tag: z.string(), step: z.number() }),
  row: z.object({ start: z.number(), classification: z.enum(classifications), addresses: count }),
  sql: `SELECT toUnixTimestamp(start) AS start, classification, sum(addresses) AS addresses FROM {db}.tag_counts
WHERE step = {step: UInt8} AND tag = {tag: String} AND day >= {since: Date} AND day <= {until: Date}
GROUP BY start, classification ORDER BY start, classification`,
})

export interface TagBucket {
  /** Milliseconds. */
  start: number
  addresses: Record<Classification, number>
}

/** Different addresses of a tag in each bucket of the last `days` UTC days, oldest first, up to the one that `now` lies in. */
export async function tagBuckets(
  { app }: Reads,
  { tag, now, days, step }: { tag: string; now: number; days: number; step: TagStep },
): Promise<TagBucket[]> {
  const since = firstDayOfWindow(now, days)
  const rows = await app.run(ofOneTag, { tag, step, since, until: firstDayOfWindow(now, 1) })
  const length = step * 3_600_000
  const from = Date.parse(since)
  const buckets = Array.from({ length: Math.floor((now - from) / length) + 1 }, (_, at) => ({
    start: from + at * length,
    addresses: { malicious: 0, suspicious: 0, benign: 0, unknown: 0 },
  }))
  for (const { start, classification, addresses } of rows) {
    const bucket = buckets[(start * 1000 - from) / length]
    // Sessions may be dated up to five minutes ahead.
    if (bucket) bucket.addresses[classification] = addresses
  }
  return buckets
}
