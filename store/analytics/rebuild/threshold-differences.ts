import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { type Counting, countedTags } from './threshold-tags.ts'
import type { Rebuild } from './rebuild.ts'

const differences = (counting: readonly Counting[]) =>
  defineQuery({
    name: 'sessions whose counted tags differ',
    params: z.record(z.string(), z.unknown()),
    row: z.object({ sessions: count }),
    sql: `SELECT count() AS sessions
FROM (SELECT id, arraySort(arrayFilter(tag_ -> has({counted_slugs: Array(String)}, tag_), tags)) AS carried
  FROM {local}.sessions WHERE origin = {retagged_origin: String} AND toDate(first_packet) = {retagged_day: Date}) AS of_day
LEFT ANY JOIN (${countedTags(counting).sql}) AS of_time ON of_day.id = of_time.counted_id
WHERE carried != arraySort(counted_tags)`,
  })

/** Whether sessions of a day carry other tags over time than those they should. */
export async function hasThresholdDifferences(
  { hosts }: Pick<Analytics, 'hosts'>,
  { origin, day }: Rebuild,
  counting: readonly Counting[],
): Promise<boolean> {
  if (counting.length === 0) return false
  const params = { ...countedTags(counting).params, retagged_origin: origin, retagged_day: day }
  for (const host of hosts) {
    const [found] = await host.run(differences(counting), params)
    if (found?.sessions) return true
  }
  return false
}
