import { z } from 'zod'
import { count } from './query/columns.ts'
import { defineQuery } from './query/define.ts'
import type { ExportTable } from './tables/exports.ts'
import type { Querier } from './query/querier.ts'

/** Tables whose partitions are a version of a source's list. */
export type EvidenceTable = 'sightings' | 'actors' | 'actor_ranges'

/** Tables whose partitions begin with the origin; the order in which an origin leaves them. */
export const tablesByOrigin = ['sessions', 'tag_day', 'ip_day', 'ip_life'] as const

const partitions = defineQuery({
  name: 'partitions of a table',
  params: z.object({ table: z.string() }),
  row: z.object({ id: z.string(), partition: z.string() }),
  sql: `SELECT DISTINCT partition_id AS id, partition FROM system.parts
WHERE active AND database = '{local}' AND table = {table: String} ORDER BY length(id), id`,
})

/** Drops the partitions of a table whose printed key passes, e.g. "('demo','2026-03-15')" or "demo"; those that are numbers ascend. */
export async function dropPartitions(
  host: Querier,
  table: (typeof tablesByOrigin)[number] | ExportTable | EvidenceTable | 'ips' | 'terms' | 'tag_counts',
  goes: (key: readonly string[]) => boolean,
): Promise<number> {
  let dropped = 0
  for (const { id, partition } of await host.run(partitions, { table })) {
    if (!goes(keyOf(partition))) continue
    await host.command(`ALTER TABLE {local}.${table} DROP PARTITION ID {id: String}`, { id })
    dropped += 1
  }
  return dropped
}

/** "('demo','2026-03-15')" → ["demo", "2026-03-15"]; keys of ours hold neither quotes nor commas. */
const keyOf = (partition: string): string[] => partition.replaceAll(/[()']/g, '').split(',')

const staged = defineQuery({
  name: 'rows staged for a partition',
  params: z.object({ table: z.string() }),
  row: z.object({ rows: count }),
  sql: `SELECT sum(rows) AS rows FROM system.parts
WHERE active AND database = '{local}' AND table = {table: String}`,
})

type StagedTable = 'sessions' | 'ip_day' | 'tag_day' | 'ips' | 'terms' | 'tag_counts' | 'tag_reach'

/** How each change of a table by what is staged begins: nothing else of ours changes partitions in these words. */
const changing = (table: StagedTable): string => `ALTER TABLE {local}.${table} /* by what is staged */`

/**
 * Ends what a server that died had told an engine that does not end with it, and that may still be under way: to stage rows of a table, or
 * to swap them in. Only for who holds a lock that keeps those out who do so. Returns when none is left.
 */
export async function endStaging(host: Querier, table: StagedTable): Promise<void> {
  const begun = [
    `INSERT INTO {local}.${table}_staging`,
    `TRUNCATE TABLE {local}.${table}_staging`,
    `ALTER TABLE {local}.${table}_staging`,
    changing(table),
  ]
  await host.command(
    `KILL QUERY WHERE ${begun.map((text) => `startsWith(query, '${text}')`).join(' OR ')} SYNC FORMAT Null`,
  )
}

/**
 * Empties the staging twin of a table before it is filled. What was left under way would add to what is staged now, take it away, or swap
 * it in half filled: it is ended first.
 */
export async function emptyStaging(host: Querier, table: StagedTable): Promise<void> {
  await endStaging(host, table)
  await host.command(`TRUNCATE TABLE {local}.${table}_staging`)
}

/** Stages a partition as it is. Its files are shared with the table: nothing is copied. */
export const stageAsIs = (host: Querier, table: StagedTable, partition: string): Promise<void> =>
  host.command(`ALTER TABLE {local}.${table}_staging ATTACH PARTITION ${partition} FROM {local}.${table}`)

/** Changes rows that are staged, by an "UPDATE … WHERE" or "DELETE WHERE"; they have changed when it returns. */
export const changeStaged = (
  host: Querier,
  table: StagedTable,
  change: string,
  params: Record<string, unknown>,
): Promise<void> =>
  host.command(`ALTER TABLE {local}.${table}_staging ${change} SETTINGS mutations_sync = 1`, params)

/**
 * Swaps a partition for the one in the table's staging twin, and empties that. `partition` is made of a closed word and
 * a checked day, or is a number. Replacing by nothing has to be said differently.
 */
export async function replacePartition(host: Querier, table: StagedTable, partition: string): Promise<void> {
  const [amount] = await host.run(staged, { table: `${table}_staging` })
  const change = amount?.rows
    ? `REPLACE PARTITION ${partition} FROM {local}.${table}_staging`
    : `DROP PARTITION ${partition}`
  await host.command(`${changing(table)} ${change}`)
  await host.command(`TRUNCATE TABLE {local}.${table}_staging`)
}
