import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LaunchedEngine, launchEngine } from './launch/launch.ts'
import { silent } from './launch/log.ts'
import { freePort } from './launch/port.ts'
import { type Analytics, openAnalytics } from './open.ts'
import type { QuerierOptions } from './query/querier.ts'

export interface TestAnalytics extends Analytics {
  engine: LaunchedEngine
}

interface Shared {
  dir: string
  engine: Promise<LaunchedEngine>
  users: number
}

let shared: Shared | null = null
let databases = 0

async function acquire(): Promise<Shared> {
  if (!shared) {
    const dir = await mkdtemp(join(tmpdir(), 'analytics-'))
    shared ??= {
      dir,
      users: 0,
      engine: launchEngine({ dir, log: silent, databases: ['test_*'], memory: 2 * 1024 ** 3 }),
    }
    if (shared.dir !== dir) await rm(dir, { recursive: true })
  }
  shared.users += 1
  return shared
}

/**
 * A real engine for tests: one process a test file, a fresh empty database a call. `close()` drops the database and
 * with the last one ends the engine and removes its folder.
 */
export async function openTestAnalytics(
  options: Pick<QuerierOptions, 'onStatement'> = {},
): Promise<TestAnalytics> {
  const mine = await acquire()
  const engine = await mine.engine
  const database = `test_${++databases}`
  const analytics = openAnalytics({ launched: engine, database, ...options })
  await analytics.migrator.command('CREATE DATABASE {db} ENGINE = Atomic')
  return {
    ...analytics,
    engine,
    async close() {
      await analytics.migrator.command('DROP DATABASE IF EXISTS {db} SYNC')
      await analytics.close()
      mine.users -= 1
      if (mine.users > 0) return
      if (shared === mine) shared = null
      await engine.stop()
      await rm(mine.dir, { recursive: true, force: true })
    },
  }
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
