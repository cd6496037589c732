import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { type Baseline, hasTables, marker, sumOfSteps } from './baseline.ts'
import { holdLock } from './lock.ts'
import { type Migration, type Step, stepsOf } from './migration.ts'

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
}

/** A statement that was applied. */
export type AppliedStep = z.output<(typeof recorded)['row']>

/** Statements applied on a host; none where the table of them is not there. */
export async function appliedSteps(host: Querier): Promise<AppliedStep[]> {
  return (await host.run(recorded, {})).sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** Records statements that are known to be applied and whose record was lost. */
export async function restoreSteps(host: Querier, applied: readonly AppliedStep[]): Promise<void> {
  if (applied.length === 0) return
  const known = new Set((await host.run(recorded, {})).map(key))
  const lost = applied.filter((step) => !known.has(key(step)))
  if (lost.length > 0) await host.insert('{local}.migrations', lost)
}

/**
 * Brings every host to the newest schema: each statement once, in order, recorded as it is done, so that a run
 * that died goes on where it stopped. Concurrent runs wait for each other.
 * @returns how many statements ran
 * @throws Error when a recorded statement reads differently now; Refusal "busy" after `patience` milliseconds of waiting
 */
export async function runMigrations(
  analytics: Analytics,
  migrations: readonly Migration[],
  { patience = 90_000, beforeChange, baseline }: MigrateOptions = {},
): Promise<number> {
  const steps = stepsOf(migrations, analytics.topology.cluster)
  for (const host of analytics.hosts)
    await host.command('CREATE DATABASE IF NOT EXISTS {local} ENGINE = Atomic')
  // One lock for all hosts, on the one that everyone asks first.
  const lock = await holdLock(analytics.migrator, patience)
  try {
    const isAlone = analytics.topology.cluster === null
    const under = { steps, check: lock.check, beforeChange, baseline: isAlone ? baseline : undefined }
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
}

async function bringUp(host: Querier, under: Under): Promise<number> {
  const { steps, check, beforeChange, baseline } = under
  await host.command('CREATE DATABASE IF NOT EXISTS {db} ENGINE = Atomic')
  await host.command(
    `CREATE TABLE IF NOT EXISTS {local}.migrations (migration String, step UInt32, sum String, at DateTime DEFAULT now())
     ENGINE = {E:MergeTree} ORDER BY (migration, step)`,
  )
  const done = new Map((await host.run(recorded, {})).map((row) => [key(row), row.sum]))
  if (baseline && (await isUnused(host, done, { baseline, steps })))
    return makeAtOnce(host, { ...under, baseline })
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

const begun = key({ migration: marker, step: 0 })

/** Nothing is in it, or what a start began that was cut off. @throws Error where that was of another version */
async function isUnused(
  host: Querier,
  done: ReadonlyMap<string, string>,
  { baseline, steps }: { baseline: Baseline; steps: readonly Step[] },
): Promise<boolean> {
  if (done.size > 1 || (done.size === 1 && !done.has(begun))) return false
  if (done.size === 0) return baseline.sum === sumOfSteps(steps) && !(await hasTables(host))
  if (done.get(begun) === baseline.sum) return true
  throw new Error(
    'The analytics store was being made for the first time by another version, which was cut off. Nothing is in it yet: remove its folder.',
  )
}

async function makeAtOnce(
  host: Querier,
  { steps, check, beforeChange, baseline }: Under & { baseline: Baseline },
): Promise<number> {
  await check()
  await beforeChange?.()
  await host.insert('{local}.migrations', [{ migration: marker, step: 0, sum: baseline.sum }])
  for (const sql of baseline.statements) await host.command(sql)
  await check()
  const records = steps.map(({ migration, step, sql }) => ({ migration, step, sum: sumOf(sql) }))
  await host.insert('{local}.migrations', records)
  return steps.length
}
