import { z } from 'zod'
import { Refusal } from '#model/errors.ts'
import { hexToColumn, toHex } from '../address.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery, type Fragment } from '../query/define.ts'
import { exportedColumns } from '../tables/ips.ts'
import type { Snapshot } from './snapshot.ts'
import { type ExportFormat, exportFormats, sizeOf } from './lines.ts'
import { orderedRecords } from './ordered.ts'
import type { Slice } from './slice.ts'

/** The copy that is exported, and the older one it is compared with when changes are told. */
export interface Exported {
  now: Snapshot
  base: Snapshot | null
}

/** About how many bytes of text a slice has: large enough that asking costs little, small enough for the engine to hold. */
export const sliceBytes = 24_000_000

const bounds = { now: z.string(), now_at: z.number(), from: z.string() }
const compared = { base: z.string(), base_at: z.number() }

const ofNow = `snapshot = {now: UUID} AND made_at = toDateTime({now_at: UInt32}, 'UTC') AND ip >= {from: IPv6}`
const ofBase = `snapshot = {base: UUID} AND made_at = toDateTime({base_at: UInt32}, 'UTC') AND ip >= {from: IPv6}`

/** Addresses whose digest is not in both copies; `upto` bounds them from above. */
const changed = (upto: string): string => `
SELECT ip, multiIf(count() = 2, 'changed', any(is_now), 'new', 'gone') AS change, max(size) AS size
FROM (
  SELECT ip, digest, size, true AS is_now FROM {db}.export_digests WHERE ${ofNow}${upto}
  UNION ALL
  SELECT ip, digest, toUInt32(0) AS size, false AS is_now FROM {db}.export_digests WHERE ${ofBase}${upto}
) GROUP BY ip HAVING count() = 1 OR min(digest) != max(digest)`

const slicing = (format: ExportFormat, changes: boolean) =>
  defineQuery({
    name: 'slices of an export',
    params: z.object({ ...bounds, bytes: z.number(), ...(changes && compared) }),
    row: z.object({ to: z.string(), rows: count }),
    sql: `SELECT toString(max(ip)) AS to, count() AS rows FROM (
  SELECT ip, intDiv(sum(${sizeOf[format]}) OVER (ORDER BY ip ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), {bytes: UInt64}) AS slice
  FROM (${changes ? changed('') : `SELECT ip, size FROM {db}.export_digests WHERE ${ofNow}`})
) GROUP BY slice ORDER BY slice`,
  })

const slicings = Object.fromEntries(
  exportFormats.map((format) => [format, { all: slicing(format, false), changes: slicing(format, true) }]),
) as Record<ExportFormat, Record<'all' | 'changes', ReturnType<typeof slicing>>>

const paramsOf = ({ now, base }: Exported, from: string) => ({
  now: now.id,
  now_at: now.madeAt,
  from,
  ...(base && { base: base.id, base_at: base.madeAt }),
})

const first = '0'.repeat(32)
const last = 'f'.repeat(32)

/**
 * What is left of an export behind an address, or all of it, cut into slices in order of address.
 * @throws RangeError when `after` is no address
 */
export async function slicesOf(
  { app }: Analytics,
  exported: Exported,
  {
    format,
    after,
    bytes = sliceBytes,
    signal,
  }: { format: ExportFormat; after?: string; bytes?: number; signal?: AbortSignal },
): Promise<Slice[]> {
  const hex = after === undefined ? first : following(after)
  if (hex === null) return []
  const query = slicings[format][exported.base ? 'changes' : 'all']
  const params = { ...paramsOf(exported, hexToColumn(hex)), bytes }
  const rows = await app.run(query, params, {
    ...(signal && { signal }),
    settings: { max_bytes_before_external_group_by: 268_435_456 },
  })
  let from = hexToColumn(hex)
  return rows.map(({ to, rows }) => {
    const slice = { from, to, rows }
    from = hexToColumn(following(to) ?? last)
    return slice
  })
}

/** The next address after one, as hex; null after the last. */
function following(address: string): string | null {
  const hex = toHex(address)
  if (hex === null) throw new RangeError('Not an address.')
  return hex === last ? null : (BigInt(`0x${hex}`) + 1n).toString(16).padStart(32, '0')
}

const names = exportedColumns.map(([name]) => name).filter((name) => name !== 'ip')
const upto = ' AND ip <= {to: IPv6}'
const inSlice = z.object({ ...bounds, to: z.string() })
const settings = { output_format_json_escape_forward_slashes: 0, max_threads: 1 }

const records = {
  name: 'records of an export',
  params: inSlice,
  settings,
  sql: `SELECT {{line}} FROM {db}.export_rows WHERE ${ofNow}${upto} ORDER BY ip FORMAT TSVRaw`,
}

const vanished = 'Rows of an export vanished while it was sent.'

/** Digests outlive the rows: what is not gone and has no row any more would be written as an address of which nothing is known. */
const changes = {
  name: 'changes of an export',
  params: inSlice.extend(compared),
  settings,
  sql: `SELECT {{line}} FROM (
  SELECT c.ip AS ip, c.change AS change, ${names.map((name) => `r.${name} AS ${name}`).join(', ')}
  FROM (${changed(upto)}) AS c
  LEFT JOIN (SELECT ip, 1 AS there, ${names.join(', ')} FROM {db}.export_rows WHERE ${ofNow}${upto}) AS r ON r.ip = c.ip
  WHERE NOT throwIf(r.there = 0 AND c.change != 'gone', '${vanished}')
) ORDER BY ip FORMAT TSVRaw`,
}

/**
 * The lines of a slice, each with "\n", as fast as they are taken. `line` is an expression of lines.ts. When the
 * connection breaks, the slice is asked for again: it is the same text.
 * @throws Error when rows are missing
 */
export async function* linesOf(
  { app }: Analytics,
  exported: Exported,
  slice: Slice,
  line: Fragment,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const params = { ...paramsOf(exported, slice.from), to: slice.to }
  const options = { fragments: { line }, ...(signal && { signal }) }
  const { keys } = slice
  const stream = () =>
    keys
      ? app.bytes(orderedRecords[keys.order], { ...params, from_key: keys.from, to_key: keys.to }, options)
      : exported.base
        ? app.bytes(changes, params as z.input<(typeof changes)['params']>, options)
        : app.bytes(records, params, options)
  let lines = 0
  let given = 0
  for (let before = -1; ;) {
    let seen = 0
    try {
      for await (const piece of stream()) {
        const fresh = piece.subarray(Math.max(0, given - seen))
        seen += piece.length
        if (fresh.length === 0) continue
        given += fresh.length
        lines += linesIn(fresh)
        yield fresh
      }
      break
    } catch (error) {
      const broken = error instanceof Refusal && error.code === 'busy' && given > before
      if (!broken || signal?.aborted) throw error
      before = given
    }
  }
  if (lines !== slice.rows) throw new Error(vanished)
}

function linesIn(text: Buffer): number {
  let lines = 0
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) lines += 1
  return lines
}
