import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { amountsOf } from './notes.ts'
import { addressSlices, type AddressSlice, type DayRange, inSlice } from './address-slices.ts'
import { type Counting, countedTags } from './threshold-tags.ts'
import type { Rebuild } from './rebuild.ts'

const differences = (counting: readonly Counting[], slice: AddressSlice) =>
  defineQuery({
    name: 'days with sessions whose counted tags differ',
    params: z.record(z.string(), z.unknown()),
    row: z.object({ day: z.iso.date() }),
    sql: `SELECT DISTINCT day
FROM (SELECT id, toDate(first_packet) AS day, arraySort(arrayFilter(tag_ -> has({counted_slugs: Array(String)}, tag_), tags)) AS carried
  FROM {local}.sessions
  WHERE origin = {counted_origin: String} AND toDate(first_packet) BETWEEN {counted_from: Date} AND {counted_to: Date}
    AND ${inSlice(slice).sql}) AS of_day
LEFT ANY JOIN (${countedTags(counting, { slice }).sql}) AS of_time ON of_day.id = of_time.counted_id
WHERE carried != arraySort(counted_tags)`,
  })

/**
 * Days of a range on which sessions carry other tags over time than those they should. One statement, however many days: reading the rules
 * costs more than a day of sessions does. Several, where the days are so large that one would take too much memory.
 */
export async function thresholdDifferences(
  { hosts }: Pick<Analytics, 'hosts'>,
  { origin, from, to }: DayRange,
  counting: readonly Counting[],
  sessionsAtOnce?: number,
): Promise<Set<string>> {
  const found = new Set<string>()
  if (counting.length === 0) return found
  const about = { counted_origin: origin, counted_from: from, counted_to: to }
  for (const host of hosts)
    for (const slice of await addressSlices(host, { origin, from, to }, sessionsAtOnce)) {
      const params = { ...countedTags(counting, { slice }).params, ...about }
      for (const { day } of await host.run(differences(counting, slice), params)) found.add(day)
    }
  return found
}

/** Whether sessions of a day carry other tags over time than those they should. */
export async function hasThresholdDifferences(
  analytics: Pick<Analytics, 'hosts'>,
  { origin, day }: Rebuild,
  counting: readonly Counting[],
): Promise<boolean> {
  const hosts: Querier[] = []
  // On a day without sessions nothing differs, and finding that out would count all of the day before.
  for (const host of analytics.hosts)
    if ((await amountsOf(host, { origin, day })).sessions > 0) hosts.push(host)
  return (await thresholdDifferences({ hosts }, { origin, from: day, to: day }, counting)).size > 0
}
