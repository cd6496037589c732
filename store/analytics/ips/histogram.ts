import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import { type Classification, classifications } from '#model/tag.ts'
import type { HistogramBucket } from '#model/views.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { where } from './count.ts'

const byDay = defineQuery({
  name: 'documents by day and classification',
  params: z.object({}),
  row: z.object({ day: z.string(), classification: z.enum(classifications), total: count }),
  sql: `SELECT toDate(last_seen) AS day, classification, count() AS total
FROM {db}.ips FINAL WHERE {{where}} GROUP BY day, classification ORDER BY day, classification`,
})

export const noCounts = (): Record<Classification, number> => ({
  malicious: 0,
  suspicious: 0,
  benign: 0,
  unknown: 0,
})

/** Matching addresses by the UTC day they were last seen and their verdict, oldest first; days without any are left out. */
export async function histogram({ app }: Analytics, predicate: Predicate): Promise<HistogramBucket[]> {
  const buckets = new Map<string, HistogramBucket>()
  for (const { day, classification, total } of await app.run(byDay, {}, where(predicate))) {
    const bucket = buckets.get(day) ?? { day, counts: noCounts() }
    bucket.counts[classification] = total
    buckets.set(day, bucket)
  }
  return [...buckets.values()]
}
