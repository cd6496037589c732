import { classificationOfTagsSql } from '#methods/verdict/sql.ts'
import { slugsOf, slugsOfLines } from '../tag-catalogue/slugs.ts'

/**
 * `tag_counts`: how many different addresses carried a tag in each hour, four hours and day (`step` 1, 4 and 24), by the
 * verdict of what they showed on that UTC day (docs/methods/verdict.md over the day's tags). Made from `tag_day`, a day at
 * a time; on a cluster each host counts its own addresses, which no other has, so that sums over hosts are exact too.
 */
export const tagCountColumns: readonly string[] = [
  'day Date',
  'step UInt8',
  "start DateTime('UTC')",
  'tag LowCardinality(String)',
  'classification LowCardinality(String)',
  'addresses UInt64',
]

/** Hours of a bucket that counts are kept for. */
export const tagSteps = [1, 4, 24] as const
export type TagStep = (typeof tagSteps)[number]

const bits = (hours: number): number => 2 ** hours - 1
/** Bucket of that step → the hours it covers, as those of its first bit. */
const bucketsOf = (step: TagStep): string =>
  `arrayMap(h -> (toUInt8(${step}), toUInt8(h)), arrayFilter(h -> bitAnd(hours, toUInt32(bitShiftLeft(toUInt64(${bits(step)}), h))) != 0, range(0, 24, ${step})))`

/**
 * The rows of `tag_counts` that a day of `tag_day` stands for, as far as its addresses are of one of so many slices; numbers of slices add up,
 * as those of hosts do. Parameters: day (Date), slice, slices (UInt32).
 */
export const selectTagCounts = (tagDay: string): string => {
  const carried = `${tagDay} AS t WHERE t.day = {day: Date} AND cityHash64(t.ip) % {slices: UInt32} = {slice: UInt32}`
  return `
WITH
  ${slugsOfLines}
SELECT {day: Date} AS day, bucket.1 AS step, toDateTime({day: Date}, 'UTC') + bucket.2 * 3600 AS start, tag, classification,
  count() AS addresses
FROM (
  SELECT t.tag AS tag, t.ip AS ip, groupBitOr(t.hours) AS hours
  FROM ${carried} GROUP BY tag, ip
) AS carried
INNER JOIN (
  SELECT t.ip AS ip, ${classificationOfTagsSql((line) => `max(has(${slugsOf(line)}, t.tag))`)} AS classification
  FROM ${carried} GROUP BY ip
) AS judged ON judged.ip = carried.ip
ARRAY JOIN arrayConcat(${tagSteps.map(bucketsOf).join(', ')}) AS bucket
GROUP BY step, start, tag, classification`
}
