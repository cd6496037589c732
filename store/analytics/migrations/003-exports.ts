import { kept, snapshotColumns } from '../tables/exports.ts'
import { firstColumns } from '../tables/first-columns.ts'
import type { Migration } from '../migrate/migration.ts'

const declared = (columns: readonly (readonly [string, string])[]): string =>
  columns.map(([name, type]) => `${name} ${type}`).join(', ')

const partition = snapshotColumns.map(([name]) => name).join(', ')

const copied = firstColumns.filter(([name]) => name !== 'oldest_day')

/**
 * Copies of matching documents, a partition each. Written in address order in parts that follow each other: merging
 * them would only cost. Fine granules, because they are read in slices of some hundred rows.
 */
const rows = `CREATE TABLE IF NOT EXISTS {local}.export_rows (
  ${declared([...snapshotColumns, ['digest', 'UInt64'], ['size', 'UInt32'], ...copied])}
) ENGINE = {E:MergeTree}
PARTITION BY (${partition})
ORDER BY ip
TTL made_at + INTERVAL ${kept.hours} HOUR
SETTINGS index_granularity = 512, ttl_only_drop_parts = 1,
  max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1`

/** What stays of a copy to be compared with later ones. */
const digests = `CREATE TABLE IF NOT EXISTS {local}.export_digests (
  ${declared([...snapshotColumns, ['ip', 'IPv6'], ['digest', 'UInt64'], ['size', 'UInt32']])}
) ENGINE = {E:MergeTree}
PARTITION BY (${partition})
ORDER BY ip
TTL made_at + INTERVAL ${kept.days} DAY
SETTINGS ttl_only_drop_parts = 1`

export const exports: Migration = {
  name: '003-exports',
  statements: [
    rows,
    digests,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.export_rows_to_digests TO {local}.export_digests AS
SELECT ${partition}, ip, digest, size FROM {local}.export_rows`,
  ],
  distributed: { export_rows: 'ip', export_digests: 'ip' },
}
