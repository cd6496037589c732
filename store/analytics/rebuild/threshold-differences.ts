import { z } from 'zod'
import type { Origin } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import { type Counting, countedTags } from './threshold-tags.ts'
import type { Rebuild } from './rebuild.ts'

/** Days of one origin that follow each other, the last included. */
export interface DayRange {
  origin: Origin
  from: string
  to: string
}

const differences = (counting: readonly Counting[]) =>
  defineQuery({
    name: 'days with sessions whose counted tags differ',
    params: z.record(z.string(), z.unknown()),
    row: z.object({ day: z.iso.date() }),
    sql: `SELECT DISTINCT day
FROM (SELECT id, toDate(first_packet) AS day, arraySort(arrayFilter(tag_ -> has({counted_slugs: Array(String)}, tag_), tags)) AS carried
  FROM {local}.sessions
  WHERE origin = {counted_origin: String} AND toDate(first_packet) BETWEEN {counted_from: Date} AND {counted_to: Date}) AS of_day
LEFT ANY JOIN (${countedTags(counting).sql}) AS of_time ON of_day.id = of_time.counted_id
WHERE carried != arraySort(counted_tags)`,
  })

/**
 * Days of a range on which sessions carry other tags over time than those they should. One statement, however many days: reading the rules
 * costs more than a day of sessions does.
 */
export async function thresholdDifferences(
  { hosts }: Pick<Analytics, 'hosts'>,
  { origin, from, to }: DayRange,
  counting: readonly Counting[],
): Promise<Set<string>> {
  const found = new Set<string>()
  if (counting.length === 0) return found
  const params = {
    ...countedTags(counting).params,
    counted_origin: origin,
    counted_from: from,
    counted_to: to,
  }
  for (const host of hosts)
    for (const { day } of await host.run(differences(counting), params)) found.add(day)
  return found
}

/** Whether sessions of a day carry other tags over time than those they should. */
export const hasThresholdDifferences = async (
  analytics: Pick<Analytics, 'hosts'>,
  { origin, day }: Rebuild,
  counting: readonly Counting[],
): Promise<boolean> =>
  (await thresholdDifferences(analytics, { origin, from: day, to: day }, counting)).size > 0
