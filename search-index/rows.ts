import { z } from 'zod'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import type { Querier } from '#store/analytics/query/querier.ts'
import { answered, rowColumns } from './collect.ts'
import { heldFields } from './fields.ts'

/** Of an address, its version, and what a new version would most likely change. */
export const checksum = 'toUInt32(cityHash64(ip, version, last_seen, sensor_hits))'

const columns = [
  `ip AS ${rowColumns.key}`,
  `${checksum} AS ${rowColumns.checksum}`,
  `gone AS ${rowColumns.gone}`,
  `record AS ${rowColumns.record}`,
  ...heldFields.map(({ sql }, place) => `${sql} AS ${answered(place)}`),
].join(', ')

/** One core: building is background work. */
const frugal = { max_threads: 1 }

const slices = defineQuery({
  name: 'slices of documents',
  params: z.object({ size: z.number() }),
  row: z.object({ from: z.string(), to: z.string() }),
  sql: `SELECT toString(min(ip)) AS from, toString(max(ip)) AS to FROM (
  SELECT ip, intDiv(rowNumberInAllBlocks(), {size: UInt32}) AS slice FROM (SELECT ip FROM {local}.ips GROUP BY ip ORDER BY ip)
) GROUP BY slice ORDER BY min(ip)`,
  settings: { ...frugal, optimize_aggregation_in_order: 1 },
})

const slice = {
  name: 'documents of a slice',
  params: z.object({ from: z.string(), to: z.string() }),
  sql: `SELECT ${columns} FROM {local}.ips FINAL WHERE ip >= {from: IPv6} AND ip <= {to: IPv6} ORDER BY ip FORMAT Native`,
  settings: frugal,
}

/**
 * As tables/latest-version.ts reads them: the newest version counts. Which that is is looked for in all parts, in three columns; whole rows are
 * read in these parts alone. One that is older than what another part says is not needed: that part was read, or will be.
 */
const changed = {
  name: 'changed documents',
  params: z.object({ parts: z.array(z.string()) }),
  sql: `SELECT ${columns} FROM {local}.ips
WHERE _part IN {parts: Array(String)} AND (ip, version, gone) IN (
  SELECT ip, version, gone FROM {local}.ips WHERE ip IN (SELECT ip FROM {local}.ips WHERE _part IN {parts: Array(String)})
  ORDER BY ip, version DESC, gone LIMIT 1 BY ip)
ORDER BY ip LIMIT 1 BY ip FORMAT Native`,
  settings: frugal,
}

const checksumQuery = defineQuery({
  name: 'checksum of documents',
  params: z.object({ parts: z.array(z.string()) }),
  row: z.object({ documents: count, checksum: count }),
  sql: `SELECT count() AS documents, groupBitXor(${checksum}) AS checksum FROM {local}.ips FINAL WHERE _part IN {parts: Array(String)}`,
  settings: frugal,
})

/** Documents of one slice: some ten megabytes, with long records twenty. */
const sliceSize = 10_000

export const slicesOf = (host: Querier): Promise<{ from: string; to: string }[]> =>
  host.run(slices, { size: sliceSize })

export const rowsOfSlice = (
  host: Querier,
  bounds: { from: string; to: string },
): Promise<Uint8Array<ArrayBuffer>[]> => gathered(host.bytes(slice, bounds))

/** What these parts say of addresses of which no other part says anything newer, removals too. */
export const changedRows = (host: Querier, parts: readonly string[]): Promise<Uint8Array<ArrayBuffer>[]> =>
  gathered(host.bytes(changed, { parts: [...parts] }))

/** How many documents those parts hold, and a checksum of all of them. */
export async function checksumInEngine(
  host: Querier,
  parts: readonly string[],
): Promise<{ documents: number; checksum: number }> {
  const [row] = await host.run(checksumQuery, { parts: [...parts] })
  return row ?? { documents: 0, checksum: 0 }
}

/** Pieces of an answer, each with a buffer of its own, which can be handed over. They are put together where they are read. */
async function gathered(pieces: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>[]> {
  const all: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of pieces)
    all.push(isAlone(piece) ? new Uint8Array(piece.buffer) : Uint8Array.from(piece))
  return all
}

const isAlone = (piece: Buffer): piece is Buffer<ArrayBuffer> =>
  piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength === piece.byteLength
