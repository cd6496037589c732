import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { QueryFailed } from '../query/errors.ts'
import type { Querier } from '../query/querier.ts'
import { type Baseline, type Definition, mayStandOn, otherThan, ownTables, sumOfSteps } from './baseline.ts'
import { holdLock } from './lock.ts'
import { type Migration, type Step, stepsOf } from './migration.ts'
import { refuseNewer } from './newer.ts'

const recorded = defineQuery({
  name: 'recorded migrations',
  params: z.object({}),
  row: z.object({ migration: z.string(), step: count, sum: z.string() }),
  sql: 'SELECT migration, step, sum FROM {local}.migrations',
})

const key = ({ migration, step }: Pick<Step, 'migration' | 'step'>): string => `${migration}#${step}`
const sumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

export interface MigrateOptions {
  patience?: number
  /** Called before the first statement that changes anything. */
  beforeChange?: () => Promise<void>
  /** What a store of a single machine that was never used is made by instead. */
  baseline?: Baseline
  /** Statements that are known to be applied, which must not run again where their record was lost with a part of it. */
  applied?: readonly AppliedStep[] | undefined
}

/** A statement that was applied. */
export type AppliedStep = z.output<(typeof recorded)['row']>

/** Statements applied on a host; none where the table of them is not there. */
export async function appliedSteps(host: Querier): Promise<AppliedStep[]> {
  try {
    return (await host.run(recorded, {})).sort((a, b) => (key(a) < key(b) ? -1 : 1))
  } catch (error) {
    if (error instanceof QueryFailed && /^UNKNOWN_(?:TABLE|DATABASE)$/.test(error.type)) return []
    throw error
  }
}

async function restoreSteps(host: Querier, applied: readonly AppliedStep[]): Promise<void> {
  if (applied.length === 0) return
  const known = new Set((await host.run(recorded, {})).map(key))
  const lost = applied.filter((step) => !known.has(key(step)))
  if (lost.length > 0) await host.insert('{local}.migrations', lost)
}

/**
 * Brings every host to the newest schema: each statement once, in order, recorded as it is done, so that a run
 * that died goes on where it stopped. Concurrent runs wait for each other.
 * @returns how many statements ran
 * @throws Error when a recorded statement reads differently now; NewerRelease, before anything is written, where a later release was here;
 * Refusal "busy" after `patience` milliseconds of waiting
 */
export async function runMigrations(
  analytics: Analytics,
  migrations: readonly Migration[],
  { patience = 90_000, beforeChange, baseline, applied = [] }: MigrateOptions = {},
): Promise<number> {
  const steps = stepsOf(migrations, analytics.topology.cluster)
  const refuse = (done: readonly AppliedStep[]): void =>
    refuseNewer(done, migrations, analytics.topology.local)
  refuse(applied)
  for (const host of analytics.hosts) refuse(await appliedSteps(host))
  for (const host of analytics.hosts)
    await host.command('CREATE DATABASE IF NOT EXISTS {local} ENGINE = Atomic')
  // One lock for all hosts, on the one that everyone asks first.
  const lock = await holdLock(analytics.migrator, patience)
  try {
    const isAlone = analytics.topology.cluster === null
    const under = {
      steps,
      check: lock.check,
      refuse,
      applied,
      beforeChange,
      baseline: isAlone ? baseline : undefined,
      database: analytics.database,
    }
    let ran = 0
    for (const host of analytics.hosts) ran += await bringUp(host, under)
    return ran
  } finally {
    await lock.release()
  }
}

interface Under extends Pick<MigrateOptions, 'beforeChange' | 'baseline'> {
  steps: readonly Step[]
  check: () => Promise<void>
  /** @throws NewerRelease */
  refuse: (done: readonly AppliedStep[]) => void
  applied: readonly AppliedStep[]
  database: string
}

async function bringUp(host: Querier, under: Under): Promise<number> {
  const { steps, check, refuse, applied, beforeChange, baseline } = under
  await host.command('CREATE DATABASE IF NOT EXISTS {db} ENGINE = Atomic')
  await host.command(
    `CREATE TABLE IF NOT EXISTS {local}.migrations (migration String, step UInt32, sum String, at DateTime DEFAULT now())
     ENGINE = {E:MergeTree} ORDER BY (migration, step)`,
  )
  await restoreSteps(host, applied)
  const recordedNow = await host.run(recorded, {})
  // While this one waited for the lock a later release may have come by.
  refuse(recordedNow)
  const done = new Map(recordedNow.map((row) => [key(row), row.sum]))
  if (baseline && done.size === 0 && baseline.sum === sumOfSteps(steps)) {
    const there = await ownTables(host, baseline, under.database)
    if (await mayStandOn(host, baseline, there)) return makeAtOnce(host, { ...under, baseline, there })
  }
  let ran = 0
  for (const step of steps) {
    const sum = sumOf(step.sql)
    const before = done.get(key(step))
    if (before === sum) continue
    if (before !== undefined) throw new Error(`Statement ${key(step)} was changed after it had been applied.`)
    await check()
    if (ran === 0) await beforeChange?.()
    await host.command(step.sql)
    await host.insert('{local}.migrations', [{ migration: step.migration, step: step.step, sum }])
    ran += 1
  }
  return ran
}

/** What stands there as it should be stays; what a start of another version began that was cut off is made anew. */
async function makeAtOnce(
  host: Querier,
  { steps, check, beforeChange, baseline, there }: Under & { baseline: Baseline; there: Definition[] },
): Promise<number> {
  await check()
  await beforeChange?.()
  // Views before what they read.
  for (const { name } of otherThan(baseline, there).toReversed()) {
    await check()
    await host.command(`DROP TABLE IF EXISTS {local}.${name} SYNC`)
  }
  for (const sql of baseline.statements) await host.command(sql)
  await check()
  const records = steps.map(({ migration, step, sql }) => ({ migration, step, sum: sumOf(sql) }))
  await host.insert('{local}.migrations', records)
  return steps.length
}
