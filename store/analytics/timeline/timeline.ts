import { z } from 'zod'
import { classificationOfTagsSql } from '#methods/verdict/sql.ts'
import { toColumn } from '../address.ts'
import { slugsMeeting, slugsWhere } from '../tag-catalogue/slugs.ts'
import type { Reads } from '../read-only.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import { cutListSql } from '../rollups/bounds.ts'

const one = (column: string): string => `if(s.${column} = '', [], [toString(s.${column})])`

/** The labels one session puts on the timeline, as Array(String) over `sessions AS s`. */
const labels = {
  /** A transport without ports is named alone, as in the activity of an address. */
  destination_port: '[if(s.dst_port = 0, toString(s.transport), toString(s.dst_port))]',
  http_path: cutListSql('s.http_path'),
  http_user_agent: cutListSql('s.http_useragent'),
  source_asn: one('src_asn'),
  source_org: one('src_organization'),
  source_rdns: one('src_rdns'),
  /** Slugs of tags in the catalogue; ids are the presenter's business. */
  tag_ids: `arrayFilter(t -> has(${slugsWhere('true')}, t), CAST(s.tags, 'Array(String)'))`,
  /** The verdict over the tags of this one session (docs/methods/verdict.md). */
  classification: `[${classificationOfTagsSql((line) => `hasAny(s.tags, ${slugsMeeting(line)})`)}]`,
} as const

export type TimelineField = keyof typeof labels
export const timelineFields = Object.keys(labels) as readonly TimelineField[]

/** Points one answer may have; the newest are kept. */
const maxPoints = 20_000

const timelineOf = (field: TimelineField) =>
  defineQuery({
    name: `timeline of ${field}`,
    params: z.object({
      ip: z.string(),
      from: z.number(),
      to: z.number(),
      step: z.number(),
      max: z.number(),
    }),
    row: z.object({ start: z.number(), label: z.string(), data: count }),
    sql: `SELECT toUInt32(intDiv(at, {step: UInt32}) * {step: UInt32}) AS start, label, count() AS data FROM (
  SELECT toUnixTimestamp(s.first_packet) AS at, arrayJoin(arrayDistinct(${labels[field]})) AS label
  FROM {db}.sessions AS s
  WHERE s.published AND ${notBackscatter} AND s.src_ip = {ip: IPv6}
    AND s.first_packet >= toDateTime({from: UInt32}, 'UTC') AND s.first_packet < toDateTime({to: UInt32}, 'UTC')
) GROUP BY start, label ORDER BY start DESC, data DESC, label LIMIT {max: UInt32}`,
  })

export interface TimelinePoint {
  /** Start of the bucket, milliseconds; buckets begin at multiples of the granularity since 1970. */
  start: number
  label: string
  /** Sessions that began in the bucket and carry the label; each counts once, however often it shows it. */
  data: number
}

export interface Timeline {
  field: TimelineField
  /** Milliseconds. */
  now: number
  /** 0 to 90; by whole days 0 is today alone. */
  days: number
  granularityHours: number
}

/** When an address did what, newest bucket first, from published sessions. */
export async function timeline(
  { app }: Reads,
  ip: string,
  { field, now, days, granularityHours }: Timeline,
): Promise<{ start: number; end: number; points: TimelinePoint[] }> {
  const step = granularityHours * 3600
  const to = Math.floor(now / 1000) + 1
  const floored = (length: number): number => Math.floor((to - days * 86_400) / length) * length
  // A bucket of many days begins before the window does; what lies there is not asked for.
  const from = Math.max(0, floored(Math.min(step, 86_400)))
  const rows = await app.run(timelineOf(field), { ip: toColumn(ip), from, to, step, max: maxPoints })
  return {
    start: from * 1000,
    end: now,
    points: rows.map(({ start, label, data }) => ({ start: start * 1000, label, data })),
  }
}
