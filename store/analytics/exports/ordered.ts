import { z } from 'zod'
import { toColumn } from '../address.ts'
import { orderKeySql } from '../ips/order-key.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { type ExportFormat, exportFormats, sizeOf } from './lines.ts'
import type { FileOrder, Slice } from './slice.ts'
import type { Snapshot } from './snapshot.ts'

const fileOrders = ['last_seen', 'sessions', 'severity'] as const satisfies FileOrder[]

const ofCopy = `snapshot = {now: UUID} AND made_at = toDateTime({now_at: UInt32}, 'UTC')`
const place = { now: z.string(), now_at: z.number(), from: z.string(), from_key: z.number() }

/** A place is a key and an address: the highest key first, of equal ones the lowest address. */
const behind = (key: string): string =>
  `(${key} < {from_key: UInt64} OR (${key} = {from_key: UInt64} AND ip > {from: IPv6}))`

function slicing(order: FileOrder, format: ExportFormat) {
  const key = orderKeySql[order]
  return defineQuery({
    name: `slices of an export by ${order}`,
    params: z.object({ ...place, bytes: z.number() }),
    row: z.object({ to: z.string(), to_key: count, rows: count }),
    sql: `SELECT min(key) AS to_key, toString(argMax(ip, (-toInt64(key), ip))) AS to, count() AS rows FROM (
  SELECT ip, key, intDiv(sum(${sizeOf[format]}) OVER (ORDER BY key DESC, ip ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), {bytes: UInt64}) AS slice
  FROM (SELECT ip, ${key} AS key, size FROM {db}.export_rows WHERE ${ofCopy} AND ${behind(key)})
) GROUP BY slice ORDER BY slice`,
  })
}

const slicings = new Map(
  fileOrders.flatMap((order) =>
    exportFormats.map((format) => [`${order} ${format}`, slicing(order, format)] as const),
  ),
)

const recordsBy = (order: FileOrder) => {
  const key = orderKeySql[order]
  return {
    name: `records of an export by ${order}`,
    params: z.object({ ...place, to: z.string(), to_key: z.number() }),
    settings: { output_format_json_escape_forward_slashes: 0, max_threads: 1 },
    sql: `SELECT {{line}} FROM {db}.export_rows WHERE ${ofCopy} AND ${behind(key)}
  AND (${key} > {to_key: UInt64} OR (${key} = {to_key: UInt64} AND ip <= {to: IPv6}))
ORDER BY ${key} DESC, ip FORMAT TSVRaw`,
  }
}

export const orderedRecords: Readonly<Record<FileOrder, ReturnType<typeof recordsBy>>> = {
  last_seen: recordsBy('last_seen'),
  sessions: recordsBy('sessions'),
  severity: recordsBy('severity'),
}

const keyQuery = (order: FileOrder) =>
  defineQuery({
    name: `place in an export by ${order}`,
    params: z.object({ now: z.string(), now_at: z.number(), ip: z.string() }),
    row: z.object({ key: count }),
    sql: `SELECT ${orderKeySql[order]} AS key FROM {db}.export_rows WHERE ${ofCopy} AND ip = {ip: IPv6}`,
  })

/** Before all others. */
const top = { from: '::', from_key: Number.MAX_SAFE_INTEGER }

/**
 * A copy cut into slices in another order than it lies in, or what of it stands behind an address.
 * @returns null when the copy does not hold `after`
 */
export async function orderedSlicesOf(
  { app }: Analytics,
  { id, madeAt }: Snapshot,
  {
    order,
    format,
    after,
    bytes,
    signal,
  }: { order: FileOrder; format: ExportFormat; after?: string; bytes: number; signal?: AbortSignal },
): Promise<Slice[] | null> {
  const query = slicings.get(`${order} ${format}`)
  if (!query) throw new RangeError('No order of files.')
  const options = signal ? { signal } : {}
  const copy = { now: id, now_at: madeAt }
  let begin = top
  if (after !== undefined) {
    const ip = toColumn(after)
    const [found] = await app.run(keyQuery(order), { ...copy, ip }, options)
    if (!found) return null
    begin = { from: ip, from_key: found.key }
  }
  const rows = await app.run(query, { ...copy, ...begin, bytes }, options)
  return rows.map(({ to, to_key, rows: count }) => {
    const slice: Slice = {
      from: begin.from,
      to,
      rows: count,
      keys: { order, from: begin.from_key, to: to_key },
    }
    begin = { from: to, from_key: to_key }
    return slice
  })
}
