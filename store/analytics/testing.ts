import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { fillOnceARun } from '../testing/once.ts'
import { type LaunchedEngine, launchEngine } from './launch/launch.ts'
import { silent } from '../log.ts'
import { freePort } from './launch/port.ts'
import { migrate } from './migrations/all.ts'
import { type Analytics, openAnalytics } from './open.ts'
import { defineQuery } from './query/define.ts'
import type { QuerierOptions } from './query/querier.ts'

export interface TestAnalytics extends Analytics {
  engine: LaunchedEngine
  /** The engine's own folder: what lies there is inside its sandbox. */
  dir: string
}

export interface TestAnalyticsOptions extends Pick<QuerierOptions, 'onStatement'> {
  /** Without any table: for what makes its own. */
  bare?: boolean
}

const memory = 2 * 1024 ** 3

/** To compile what is run a few times costs more than it saves: a tenth of all that the engine does in tests. */
const settings = { compile_expressions: 0, compile_aggregate_expressions: 0, compile_sort_description: 0 }

/**
 * A real engine for tests with the newest schema and nothing in it, a process and a folder a call. `close()` ends the
 * process and removes the folder.
 */
export async function openTestAnalytics({
  bare = false,
  ...options
}: TestAnalyticsOptions = {}): Promise<TestAnalytics> {
  const dir = await mkdtemp(join(tmpdir(), 'analytics-'))
  if (!bare) await fillWithSchema(dir)
  const engine = await launchEngine({ dir, log: silent, memory, settings })
  const analytics = openAnalytics({ launched: engine, ...options })
  if (bare) await analytics.migrator.command('CREATE DATABASE {db} ENGINE = Atomic')
  return {
    ...analytics,
    engine,
    dir,
    async close() {
      await analytics.close()
      await engine.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

const filled = defineQuery({
  name: 'tables with rows',
  params: z.object({ database: z.string() }),
  row: z.object({ name: z.string() }),
  sql: `SELECT name FROM system.tables
        WHERE database = {database: String} AND engine LIKE '%MergeTree' AND total_rows > 0 AND name != 'migrations'`,
})

/** Makes a store empty, in a fraction of the time that a new one takes; tokens of insertions stay taken. */
export async function removeRows(analytics: Analytics): Promise<void> {
  const { migrator, database } = analytics
  for (const { name } of await migrator.run(filled, { database }))
    await migrator.command(`TRUNCATE TABLE {local}.${name}`)
}

export interface TestShards {
  shards: LaunchedEngine[]
  /** Both as one cluster. */
  cluster: Analytics
  /** The first one, alone, with a database of its own. */
  single: Analytics
  close(): Promise<void>
}

/** Two real engines as the two shards of a cluster, beside one that stands alone. */
export async function openTestShards(): Promise<TestShards> {
  const dir = await mkdtemp(join(tmpdir(), 'shards-'))
  const tcpPorts = [await freePort(), await freePort()]
  const databases = ['noisefloor', 'noisefloor_local', 'alone']
  const launch = (shard: number): Promise<LaunchedEngine> =>
    launchEngine({
      dir: join(dir, String(shard)),
      log: silent,
      databases,
      memory: 1024 ** 3,
      settings,
      cluster: { name: 'noise', shard, tcpPorts, secret: 'between the shards of this test' },
    })
  const [first, second] = await Promise.all([launch(0), launch(1)])
  const shards = [first, second]
  const cluster = openAnalytics({ shards, cluster: 'noise' })
  const single = openAnalytics({ launched: first, database: 'alone' })
  return {
    shards,
    cluster,
    single,
    async close() {
      await cluster.close()
      await single.close()
      for (const shard of shards) await shard.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Makes `dir` the folder of an engine with the newest schema: the migrations take seconds, a copy of their work does not. */
export const fillWithSchema = (dir: string): Promise<void> =>
  fillOnceARun('analytics', dir, async (folder) => {
    const engine = await launchEngine({ dir: folder, log: silent, memory })
    const analytics = openAnalytics({ launched: engine })
    try {
      await migrate(analytics)
    } finally {
      await analytics.close()
      await engine.stop()
    }
  })
