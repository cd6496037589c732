import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ipColumns } from '../tables/ips.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { dropPartitions, emptyStaging, replacePartition } from '../partitions.ts'
import { selectTerms } from '../tables/terms.ts'
import { withLock } from '../locks.ts'
import { closeGeneration, isWrittenSince } from './generation.ts'

const sizes = defineQuery({
  name: 'documents by generation',
  params: z.object({}),
  row: z.object({ old: count, young: count }),
  sql: 'SELECT countIf(generation = 0) AS old, countIf(generation > 0) AS young FROM {local}.ips',
})

const copied = [...ipColumns.map(([name]) => name), 'version', 'gone', 'codes', 'more_codes', 'record'].join(
  ', ',
)

/**
 * One core; a part of the copy is held in memory while it is written, several times: with the usual 256 MiB a copy of 320,000 documents took
 * 0.9 GB, 0.55 with these.
 */
const frugal = {
  max_threads: 1,
  max_insert_threads: 1,
  min_insert_block_size_rows: 100_000,
  min_insert_block_size_bytes: 67_108_864,
}
const grouping = { settings: { max_threads: 1, max_bytes_before_external_group_by: 500_000_000 } }

/** Searches are answered in order while at most this many documents, or this share of all, are young. */
const bearable = { documents: 20_000, share: 0.1 }

/**
 * Searches under way may have looked at the younger documents before the swap and at generation 0 after it; and the index in memory knows
 * what a new generation 0 holds when it finds those documents still there (search-index/consolidations.ts), which it looks for once a second.
 */
const graceMs = 10_000

export interface Consolidate {
  /** However few young documents there are. */
  always?: boolean
  graceMs?: number
  /** Whoever stops need not wait: what was taken in stays, and goes with the next consolidation. */
  signal?: AbortSignal
}

/**
 * Makes generation 0 anew from all documents as they stand and drops the generations it now holds, so that searches find
 * few young documents (tables/latest-version.ts). Refreshes go on meanwhile, into a generation that stays. Dying at any moment
 * changes no answer: a document that lies in both counts once.
 * @returns how many documents were young
 */
export const consolidateDocuments = (analytics: Analytics, options: Consolidate = {}): Promise<number> =>
  withLock(analytics, 'consolidation', async () => {
    let young = 0
    for (const host of analytics.hosts) young += await consolidateHost(analytics, host, options)
    return young
  })

async function consolidateHost(
  analytics: Analytics,
  host: Querier,
  { always = false, graceMs: grace = graceMs, signal }: Consolidate,
): Promise<number> {
  const [size] = await host.run(sizes, {})
  const { old, young } = size ?? { old: 0, young: 0 }
  if (young === 0 || (!always && young < Math.max(bearable.documents, old * bearable.share))) return 0
  const closed = await withLock(analytics, 'documents', () => closeGeneration(host))
  const { youngest } = closed
  for (const table of ['ips', 'terms'] as const) await emptyStaging(host, table)
  await host.command(
    `INSERT INTO {local}.ips_staging (${copied}, generation)
     SELECT ${copied}, 0 FROM {local}.ips FINAL WHERE generation <= {youngest: UInt32}`,
    { youngest },
    { settings: frugal },
  )
  await host.command(`INSERT INTO {local}.terms_staging ${selectTerms('{local}.ips_staging')}`, {}, grouping)
  // Terms first: they may know too much, never too little.
  await replacePartition(host, 'terms', '0')
  await replacePartition(host, 'ips', '0')
  await sleep(grace, undefined, { signal }).catch(() => undefined)
  if (signal?.aborted) return young
  const replaced = ([generation]: readonly string[]): boolean =>
    Number(generation) > 0 && Number(generation) <= youngest
  await withLock(analytics, 'documents', async () => {
    // What stays hides its older self in generation 0, and goes with the next consolidation.
    if (await isWrittenSince(host, closed)) return
    // In ascending order, as the index in memory expects.
    await dropPartitions(host, 'ips', replaced)
    await dropPartitions(host, 'terms', replaced)
  })
  return young
}
