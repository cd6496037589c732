import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LaunchedEngine, launchEngine } from './launch/launch.ts'
import { silent } from './launch/log.ts'
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
