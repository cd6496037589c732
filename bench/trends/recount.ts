import { z } from 'zod'
import { defineQuery } from '#store/analytics/query/define.ts'
import { count } from '#store/analytics/query/columns.ts'
import type { Analytics } from '#store/analytics/open.ts'

/** The same questions put to the raw sessions, sharing no text with the rollups: what they must equal, and cost without them. */

const vetted = `(SELECT groupArray(slug) FROM {local}.tag_catalogue WHERE intention = 'benign' AND category IN ('actor', 'search_engine'))`
const of = (intention: string): string =>
  `(SELECT groupArray(slug) FROM {local}.tag_catalogue WHERE intention = '${intention}')`

const verdictsOfDays = `SELECT toDate(first_packet) AS day, src_ip, multiIf(
    countIf(hasAny(tags, ${vetted})) > 0, 'benign', countIf(hasAny(tags, ${of('malicious')})) > 0, 'malicious',
    countIf(hasAny(tags, ${of('suspicious')})) > 0, 'suspicious', 'unknown') AS verdict
  FROM {db}.sessions WHERE published AND notEmpty(tags) AND first_packet >= {since: Date} GROUP BY day, src_ip`

const everyBucket = (
  hours: number,
) => `SELECT ${hours} AS step, intDiv(toUnixTimestamp(s.first_packet), ${hours * 3600}) * ${hours * 3600} AS start,
    tag, verdict, uniqExact(s.src_ip) AS n
  FROM {db}.sessions AS s ARRAY JOIN tags AS tag
  INNER JOIN (${verdictsOfDays}) AS v ON v.day = toDate(s.first_packet) AND v.src_ip = s.src_ip
  WHERE s.published AND s.first_packet >= {since: Date} GROUP BY start, tag, verdict`

const differing = defineQuery({
  name: 'counts that differ from the sessions',
  params: z.object({ since: z.string() }),
  row: z.object({ counts: count, wrong: count }),
  sql: `SELECT count() AS counts, countIf(kept != recounted) AS wrong FROM (
  SELECT step, start, tag, verdict, sum(k) AS kept, sum(r) AS recounted FROM (
    SELECT toUInt8(step) AS step, toUnixTimestamp(start) AS start, toString(tag) AS tag, toString(classification) AS verdict,
      addresses AS k, toUInt64(0) AS r FROM {db}.tag_counts WHERE day >= {since: Date}
    UNION ALL
    SELECT toUInt8(step), toUInt32(start), toString(tag), toString(verdict), toUInt64(0), toUInt64(n) FROM (
      ${[1, 4, 24].map(everyBucket).join('\n      UNION ALL ')})
  ) GROUP BY step, start, tag, verdict)`,
  settings: { max_execution_time: 3600, max_bytes_before_external_group_by: 500_000_000 },
})

/** How many counts there are since a day, and how many are not what the sessions say. */
export const compare = async (
  { migrator }: Analytics,
  since: string,
): Promise<{ counts: number; wrong: number }> => {
  const [row] = await migrator.run(differing, { since })
  return row ?? { counts: 0, wrong: 0 }
}

const allPerDay = defineQuery({
  name: 'addresses per tag and day from sessions',
  params: z.object({ since: z.string() }),
  row: z.object({ tag: z.string(), day: z.string(), n: count }),
  sql: `SELECT tag, toDate(first_packet) AS day, uniqExact(src_ip) AS n FROM {db}.sessions ARRAY JOIN tags AS tag
WHERE published AND first_packet >= {since: Date} GROUP BY tag, day`,
})

const onePerHour = defineQuery({
  name: 'addresses of a tag per hour from sessions',
  params: z.object({ since: z.string(), tag: z.string() }),
  row: z.object({ hour: z.string(), n: count }),
  sql: `SELECT toStartOfHour(first_packet) AS hour, uniqExact(src_ip) AS n FROM {db}.sessions
WHERE published AND has(tags, {tag: String}) AND first_packet >= {since: Date} GROUP BY hour`,
})

export const trendsFromSessions = ({ app }: Analytics, since: string) => app.run(allPerDay, { since })
export const activityFromSessions = ({ app }: Analytics, since: string, tag: string) =>
  app.run(onePerHour, { since, tag })
