import { z } from 'zod'
import type { Origin } from '#model/session.ts'
import { count } from '../query/columns.ts'
import { defineQuery, type Fragment } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'

/**
 * Sessions that one statement counts over time and tags: what it sorts takes up to 1.2 kB a session, so that a day of
 * three million took more than a statement may have (3.4 GB).
 */
const sessionsAtOnce = 500_000

/** Days of one origin that follow each other, the last included. */
export interface DayRange {
  origin: Origin
  from: string
  to: string
}

/** The sessions of a capture on a day of theirs. */
export interface CaptureOfDay {
  origin: Origin
  day: string
  capture: string
}

/** Sources that follow each other: from one address, to before another. Without either, to the end of all. */
export interface AddressSlice {
  from?: string
  before?: string
  /** Only the sources of this capture. */
  sources?: CaptureOfDay
  /** Leaving out beforehand what cannot reach a count costs less than sorting it. */
  isLarge: boolean
}

const range = z.object({ origin: z.string(), from: z.iso.date(), to: z.iso.date() })
const ofDays =
  'origin = {origin: String} AND toDate(first_packet) >= {from: Date} - 1 AND toDate(first_packet) <= {to: Date}'

const amount = defineQuery({
  name: 'sessions of days and the one before',
  params: range,
  row: z.object({ sessions: count }),
  sql: `SELECT count() AS sessions FROM {local}.sessions WHERE ${ofDays}`,
})

/** Of every so-manieth session: bounds need not be exact, and all sources of a day may be too many to be counted. */
const beginnings = defineQuery({
  name: 'first addresses of slices',
  params: range.extend({ size: z.number(), sampled: z.number() }),
  row: z.object({ first: z.string() }),
  sql: `SELECT toString(min(ip)) AS first
FROM (SELECT src_ip AS ip, sum(count() * {sampled: UInt64}) OVER (ORDER BY src_ip) AS up_to
  FROM {local}.sessions WHERE ${ofDays} AND cityHash64(src_ip, first_packet) % {sampled: UInt64} = 0 GROUP BY src_ip)
GROUP BY intDiv(up_to, {size: UInt64}) ORDER BY min(ip)`,
})

/**
 * Cuts the sources of days so that about `size` sessions are of each slice, those of the day before included, which count over time as
 * well; an address lies in one slice, however many it sent. Sessions lie by address within an hour, so a slice reads little else.
 */
export async function addressSlices(
  host: Querier,
  days: DayRange,
  size = sessionsAtOnce,
): Promise<AddressSlice[]> {
  const sessions = (await host.run(amount, days))[0]?.sessions ?? 0
  const isLarge = sessions > size / 10
  if (sessions <= size) return [{ isLarge }]
  const sampled = Math.max(1, Math.floor(size / 1000))
  const bounds = (await host.run(beginnings, { ...days, size, sampled })).slice(1).map(({ first }) => first)
  return [...bounds, undefined].map((before, at) => {
    const from = bounds[at - 1]
    return { isLarge, ...(from !== undefined && { from }), ...(before !== undefined && { before }) }
  })
}

/** Whether a row of `sessions` is of a slice, or one of another table by its address. */
export function inSlice({ from, before, sources }: AddressSlice, column = 'src_ip'): Fragment {
  const conditions = [
    ...(from === undefined ? [] : [`${column} >= {slice_from: IPv6}`]),
    ...(before === undefined ? [] : [`${column} < {slice_before: IPv6}`]),
    ...(sources
      ? [
          `${column} IN (SELECT src_ip FROM {local}.sessions WHERE origin = {sources_origin: String}
           AND toDate(first_packet) = {sources_day: Date} AND capture = {sources_capture: String})`,
        ]
      : []),
  ]
  return {
    sql: conditions.join(' AND ') || 'true',
    params: {
      ...(from !== undefined && { slice_from: from }),
      ...(before !== undefined && { slice_before: before }),
      ...(sources && {
        sources_origin: sources.origin,
        sources_day: sources.day,
        sources_capture: sources.capture,
      }),
    },
  }
}
