import { createHash } from 'node:crypto'
import { z } from 'zod'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { brokenParts } from '../tables/broken-parts.ts'
import type { Step } from './migration.ts'

/**
 * The tables that a history of migrations ends at, made at once: a store that was never used need not walk through it. Written by
 * scripts/schema-baseline.ts; baseline.test.ts holds that both ways end at the same.
 */
export interface Baseline {
  /** Of the statements it stands for; of a history that went on since it stands for nothing. */
  sum: string
  /** Templates (template.ts), of a single machine. Each may run a second time. */
  statements: readonly string[]
}

export const sumOfSteps = (steps: readonly Step[]): string =>
  createHash('sha256').update(JSON.stringify(steps)).digest('hex')

const tables = defineQuery({
  name: 'tables of a store',
  params: z.object({}),
  row: z.object({ name: z.string(), engine: z.string(), rows: count, sql: z.string() }),
  sql: `SELECT name, engine, if(engine = 'MaterializedView', 0, ifNull(total_rows, 1)) AS rows, create_table_query AS sql FROM system.tables
        WHERE database = '{local}' AND name != 'migrations' AND name NOT LIKE 'migration_lock_%' AND name NOT LIKE '.inner%' ORDER BY name`,
})

/** A table as it is there, and what makes it again, as the engine tells it. */
export interface Definition {
  name: string
  /** 0 of a view that fills a table; 1 where the engine does not tell. */
  rows: number
  sql: string
}

/** Views after what they read. */
export async function definitionsOf(host: Querier, database: string): Promise<Definition[]> {
  const isView = (engine: string): number => Number(engine.endsWith('View'))
  return (await host.run(tables, {}))
    .sort((a, b) => isView(a.engine) - isView(b.engine))
    .map(({ name, rows, sql }) => ({
      name,
      rows,
      sql: sql
        .replace(/^CREATE (TABLE|MATERIALIZED VIEW|VIEW|DICTIONARY) /, 'CREATE $1 IF NOT EXISTS ')
        .replaceAll(new RegExp(`\\b${database}\\.`, 'g'), '{local}.'),
    }))
}

/** What of a store the baseline would make: the tables of others beside ours are theirs. */
export async function ownTables(
  host: Querier,
  { statements }: Baseline,
  database: string,
): Promise<Definition[]> {
  const names = new Set(statements.map((sql) => /\{local\}\.(\w+)/.exec(sql)?.[1]))
  return (await definitionsOf(host, database)).filter(({ name }) => names.has(name))
}

/** Those that the baseline would make otherwise. */
export const otherThan = ({ statements }: Baseline, there: readonly Definition[]): Definition[] =>
  there.filter(({ sql }) => !statements.includes(sql))

/** Whether the baseline makes what is missing without taking anything away from what is there. */
export async function mayStandOn(
  host: Querier,
  baseline: Baseline,
  there: readonly Definition[],
): Promise<boolean> {
  if (otherThan(baseline, there).length === 0) return true
  // A table that goes takes along what was set aside of it.
  const parts = await host.run(brokenParts, {})
  return parts.length === 0 && there.every(({ rows }) => rows === 0)
}
