import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import { where } from '../ips/where.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { digestSql, type ExportTable, sizeSql } from '../tables/exports.ts'
import { exportedColumns } from '../tables/ips.ts'

/** One exact copy of what a query matched. */
export interface Snapshot {
  /** UUID. */
  id: string
  /** Whole seconds since 1970 UTC. */
  madeAt: number
}

const names = exportedColumns.map(([name]) => name).join(', ')

const copying = (
  rest: string,
): string => `INSERT INTO {db}.export_rows (made_at, snapshot, owner, digest, size, ${names})
SELECT toDateTime({made_at: UInt32}, 'UTC'), {snapshot: UUID}, {owner: String}, ${digestSql}, ${sizeSql}, ${names}
FROM (SELECT ${names} FROM {db}.ips FINAL WHERE {{where}} ${rest})`

export interface Copying {
  signal?: AbortSignal | undefined
  /** Only so many, the first in order of address. */
  first?: number | undefined
}

/**
 * Copies the matching documents in one statement, which reads the table as it stands at one moment (of each shard).
 * `owner` is a word of ours or a UUID.
 * @throws Refusal "busy" when it takes too long
 */
export async function copyMatching(
  analytics: Analytics,
  predicate: Predicate,
  { id, madeAt, owner }: Snapshot & { owner: string },
  { signal, first }: Copying = {},
): Promise<void> {
  await analytics.app.command(
    copying(first === undefined ? '' : 'ORDER BY ip LIMIT {first: UInt32}'),
    { made_at: madeAt, snapshot: id, owner, ...(first !== undefined && { first }) },
    {
      ...(await where(analytics, predicate)),
      ...(signal && { signal }),
      settings: {
        // One thread writes in order of address, in parts that follow each other; blocks are bounded, as rows may be wide.
        max_threads: 1,
        max_insert_threads: 1,
        min_insert_block_size_rows: 65_536,
        min_insert_block_size_bytes: 67_108_864,
        // Each shard copies its own, unless the first of all shards are wanted.
        parallel_distributed_insert_select: first === undefined ? 2 : 0,
        max_execution_time: 300,
        // Keeps the silent connection alive.
        send_progress_in_http_headers: 1,
        http_headers_progress_interval_ms: 10_000,
      },
    },
  )
}

const counting = (table: ExportTable) =>
  defineQuery({
    name: 'rows of a copy',
    params: z.object({ snapshot: z.string(), made_at: z.number() }),
    row: z.object({ rows: count }),
    sql: `SELECT count() AS rows FROM {db}.${table} WHERE snapshot = {snapshot: UUID} AND made_at = toDateTime({made_at: UInt32}, 'UTC')`,
  })
const queries = { export_rows: counting('export_rows'), export_digests: counting('export_digests') }

/** How many rows of a copy, or of its digests, are there. */
export async function rowsOf(
  { app }: Analytics,
  table: ExportTable,
  { id, madeAt }: Snapshot,
): Promise<number> {
  const [row] = await app.run(queries[table], { snapshot: id, made_at: madeAt })
  return row?.rows ?? 0
}
