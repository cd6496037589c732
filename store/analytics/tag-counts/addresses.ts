import { z } from 'zod'
import { type Classification, classifications } from '#model/tag.ts'
import { firstDayOfWindow } from '#model/window.ts'
import { currentDocuments, currentSettings } from '../tables/latest-version.ts'
import type { Reads } from '../read-only.ts'
import { address, count } from '../query/columns.ts'
import { defineQuery, type Fragment } from '../query/define.ts'

const inADay = defineQuery({
  name: 'addresses per tag in 24 hours',
  params: z.object({ since: z.number() }),
  row: z.object({ tag: z.string(), addresses: count }),
  sql: 'SELECT tag, sum(addresses) AS addresses FROM {db}.tag_reach WHERE last >= toDateTime({since: UInt32}) GROUP BY tag',
})

const hourMs = 3_600_000

/** Different addresses of each tag in the last 24 clock hours, the one that `now` lies in included. */
export async function tagsInADay({ app }: Reads, now: number): Promise<Map<string, number>> {
  const since = (Math.floor(now / hourMs) - 23) * 3600
  return new Map((await app.run(inADay, { since })).map(({ tag, addresses }) => [tag, addresses]))
}

const carriers = z.object({ tag: z.string(), since: z.string() })

/** Of documents: whether the address carried a tag since a day. The first condition is what the index knows. */
const carriedSince =
  'has(tags, {tag: String}) AND toDate(tag_last[indexOf(tags, {tag: String})]) >= {since: Date}'

/** The same of the last `days` UTC days, for a query over documents that has more to ask. */
export const carriedWithin = ({ tag, now, days }: { tag: string; now: number; days: number }): Fragment => ({
  sql: carriedSince,
  params: { tag, since: firstDayOfWindow(now, days) },
})

const documentsOf = (columns: string, rest = ''): string =>
  currentDocuments(columns, rest).replaceAll('{{where}}', carriedSince)

const byVerdict = defineQuery({
  name: 'addresses of a tag by verdict',
  params: carriers,
  row: z.object({ classification: z.enum(classifications), addresses: count }),
  sql: `SELECT classification, sum(addresses) AS addresses FROM {db}.tag_reach
WHERE tag = {tag: String} AND last >= toDateTime({since: Date}, 'UTC') GROUP BY classification`,
})

/** Different addresses that carried a tag in the last `days` UTC days, by the verdict on each as it stands. */
export async function tagAddresses(
  { app }: Reads,
  { tag, now, days }: { tag: string; now: number; days: number },
): Promise<Record<Classification, number>> {
  const counts = { malicious: 0, suspicious: 0, benign: 0, unknown: 0 }
  const rows = await app.run(byVerdict, { tag, since: firstDayOfWindow(now, days) })
  for (const { classification, addresses } of rows) counts[classification] = addresses
  return counts
}

const order = 'ORDER BY carried DESC, ip LIMIT {max: UInt32}'

const latest = defineQuery({
  name: 'latest addresses of a tag',
  params: carriers.extend({ max: z.number() }),
  row: z.object({ ip: address }),
  sql: `SELECT ip FROM ${documentsOf('ip, tag_last[indexOf(tags, {tag: String})] AS carried', order)} ${order}`,
  settings: currentSettings,
})

/** Of the addresses that carried a tag in the last `days` UTC days, those that carried it last. */
export async function latestOfTag(
  { app }: Reads,
  { tag, now, days, max }: { tag: string; now: number; days: number; max: number },
): Promise<string[]> {
  return (await app.run(latest, { tag, max, since: firstDayOfWindow(now, days) })).map(({ ip }) => ip)
}

const listed = defineQuery({
  name: 'addresses of a tag for an export',
  params: carriers.extend({ after: z.string(), size: z.number() }),
  row: z.object({
    ip: address,
    classification: z.enum(classifications),
    first_seen: z.string(),
    last_seen: z.string(),
    country: z.string(),
    asn: z.string(),
    organization: z.string(),
  }),
  sql: `SELECT ip, classification, first_seen, last_seen, country, asn, organization FROM ${documentsOf(
    `ip, classification, toString(tag_first[indexOf(tags, {tag: String})]) AS first_seen,
     toString(tag_last[indexOf(tags, {tag: String})]) AS last_seen, country, asn, organization`,
    "AND ({after: String} = '' OR ip > toIPv6OrDefault({after: String})) ORDER BY ip LIMIT {size: UInt32}",
  )} ORDER BY ip LIMIT {size: UInt32}`,
  settings: currentSettings,
})

export type TagAddress = z.infer<typeof listed.row>

/** The addresses of a tag in address order, `size` at a time. `after` is a column text ("::ffff:198.18.0.1") or "". */
export const pageOfTag = (
  { app }: Reads,
  page: { tag: string; since: string; after: string; size: number },
): Promise<TagAddress[]> => app.run(listed, page)
