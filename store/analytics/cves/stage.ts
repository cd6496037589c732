import { z } from 'zod'
import type { CveData } from '#model/cve.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { type CveStatus, statusOf } from './status.ts'

export type CveImport = CveStatus

/** A version on its way; nobody reads it before `publish`. */
export interface Staged {
  /** Call once. */
  insert(rows: AsyncIterable<{ cve: string; facts: CveData }>): Promise<void>
  publish(end: { rows: number; last: string; dataDate: string }): Promise<CveImport>
  discard(): Promise<void>
}

const changes = defineQuery({
  name: 'what an import changes',
  params: z.object({ source: z.string(), before: z.string(), version: z.string() }),
  row: z.object({ rows: count, added: count, changed: count, removed: count }),
  sql: `SELECT countIf(is_new) AS rows, countIf(is_new AND NOT is_old) AS added, countIf(is_old AND NOT is_new) AS removed,
  countIf(is_old AND is_new AND texts = 2) AS changed
FROM (
  SELECT cve, max(version = {version: UInt64}) AS is_new, max(version = {before: UInt64}) AS is_old, uniqExact(facts) AS texts
  FROM {local}.cve_facts WHERE source = {source: String} AND version IN ({before: UInt64}, {version: UInt64}) GROUP BY cve
)`,
})

const partitions = defineQuery({
  name: 'versions of CVE facts',
  params: z.object({}),
  row: z.object({ id: z.string(), partition: z.string() }),
  sql: `SELECT DISTINCT partition_id AS id, partition FROM system.parts
WHERE active AND database = '{local}' AND table = 'cve_facts' ORDER BY id`,
})

/** Begins a new version of a source. `partial` keeps those rows of the current version that the new one does not name. */
export async function stageCves(
  analytics: Analytics,
  source: string,
  { now, partial }: { now: number; partial: boolean },
): Promise<Staged> {
  const before = (await statusOf(analytics, source))?.version ?? 0
  // Versions are told apart and ordered by time; two imports within a millisecond must not share one.
  const version = Math.max(now * 1000 + Math.floor(Math.random() * 1000), before + 1)
  const own = { source, version: String(version), before: String(before) }
  const [first = analytics.migrator, ...others] = analytics.hosts
  return {
    async insert(rows) {
      await first.insert('{local}.cve_facts', asRows(source, version, rows))
      if (partial)
        await first.command(
          `INSERT INTO {local}.cve_facts SELECT source, {version: UInt64}, cve, facts FROM {local}.cve_facts
           WHERE source = {source: String} AND version = {before: UInt64} AND cve NOT IN
             (SELECT cve FROM {local}.cve_facts WHERE source = {source: String} AND version = {version: UInt64})`,
          own,
        )
    },
    async publish({ last, dataDate }) {
      for (const host of others) await copy(first, host, source, version)
      const [change] = await first.run(changes, own)
      if (!change) throw new Error('Counting what an import changes gave no answer.')
      const row = { ...change, source, version, last, dataDate, importedAt: now }
      for (const host of analytics.hosts) {
        await keepScores(host, own)
        await host.insert('{local}.cve_sources', [
          {
            ...change,
            source,
            version: String(version),
            imported_at: new Date(now).toISOString().slice(0, 23).replace('T', ' '),
            last,
            data_date: dataDate,
          },
        ])
      }
      // The one before stays for whoever has just begun to read it, and as the last good one.
      for (const host of analytics.hosts) await drop(host, source, (of) => of < before)
      return row
    },
    async discard() {
      for (const host of analytics.hosts) await drop(host, source, (of) => of === version)
    },
  }
}

async function* asRows(
  source: string,
  version: number,
  rows: AsyncIterable<{ cve: string; facts: CveData }>,
): AsyncGenerator<object> {
  for await (const { cve, facts } of rows)
    yield { source, version: String(version), cve, facts: JSON.stringify(facts) }
}

const stagedRows = defineQuery({
  name: 'staged facts',
  params: z.object({ source: z.string(), version: z.string() }),
  row: z.object({ cve: z.string(), facts: z.string() }),
  sql: `SELECT cve, facts FROM {local}.cve_facts WHERE source = {source: String} AND version = {version: UInt64}`,
})

async function copy(from: Querier, to: Querier, source: string, version: number): Promise<void> {
  const rows = from.stream(stagedRows, { source, version: String(version) })
  await to.insert(
    '{local}.cve_facts',
    (async function* () {
      for await (const row of rows) yield { ...row, source, version: String(version) }
    })(),
  )
}

/** Repeating it adds the same scores, which count once. */
async function keepScores(host: Querier, own: { source: string; version: string }): Promise<void> {
  const values = (each: string): string => `
    INSERT INTO {local}.cve_epss SELECT cve, toMonday(date) AS week, date, score FROM (
      SELECT cve, ${each} AS one, toDate(tupleElement(one, 'date')) AS date, tupleElement(one, 'score') AS score
      FROM {local}.cve_facts WHERE source = {source: String} AND version = {version: UInt64}
    )`
  const shape = 'Tuple(date String, score Float64)'
  if (own.source === 'epss') await host.command(values(`JSONExtract(facts, 'epss', '${shape}')`), own)
  if (own.source === 'epss-history')
    await host.command(values(`arrayJoin(JSONExtract(facts, 'epssHistory', 'Array(${shape})'))`), own)
}

/** Drops versions of a source that pass. */
async function drop(host: Querier, source: string, goes: (version: number) => boolean): Promise<void> {
  for (const { id, partition } of await host.run(partitions, {})) {
    // "('epss',1763700000000123)": names of sources hold neither quotes nor commas.
    const [of, version] = partition.replaceAll(/[()']/g, '').split(',')
    if (of === source && goes(Number(version)))
      await host.command('ALTER TABLE {local}.cve_facts DROP PARTITION ID {id: String}', { id })
  }
}
