import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { definitionsOf } from '#store/analytics/migrate/baseline.ts'
import { appliedSteps } from '#store/analytics/migrate/run.ts'
import { openAnalytics } from '#store/analytics/open.ts'
import { silent } from '#store/log.ts'
import { settingsIn } from '#tests/product/settings.ts'
import type { Settings } from '../settings.ts'
import { CannotStart } from './cannot-start.ts'
import { engineFolder } from './engine.ts'
import { startRuntime } from './runtime.ts'

/** Processes that this one started and that are there: the engine is one of them. */
const children = (): string[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((id) => id !== '')

const ways: [string, (good: Settings) => Settings, RegExp][] = [
  [
    'after the stores were opened',
    (good) => ({ ...good, reverseDns: { servers: ['no address'], rate: 1 } }),
    /address/i,
  ],
  [
    'while the stores are opened',
    (good) => ({ ...good, databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' }),
    /^The server that DATABASE_URL names cannot be used: .*ECONNREFUSED/,
  ],
  [
    'while the records of another engine are looked for',
    (good) => ({ ...good, clickhouseUrl: 'http://me:secret@127.0.0.1:1' }),
    /^The server that CLICKHOUSE_URL names cannot be used: (?!.*secret).*ECONNREFUSED/,
  ],
]

test.each(ways)('a start that fails %s ends the engine and lets the next one in', async (_, broken, why) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-runtime-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const good = await settingsIn(dataFolder)
  const before = children()
  const url = () => 'http://127.0.0.1'
  await expect(startRuntime(broken(good), silent, Date.now, url)).rejects.toThrow(why)
  await expect.poll(children).toEqual(before)
  const runtime = await startRuntime(good, silent, Date.now, url)
  expect(children().length).toBeGreaterThan(before.length)
  await runtime.close()
})

test('on a folder into which a restore did not end nothing starts', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-runtime-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const settings = await settingsIn(dataFolder)
  // What every first start makes there is none of the restore's.
  rmSync(join(dataFolder, 'sources'), { recursive: true, force: true })
  mkdirSync(join(dataFolder, 'restore.partial'))
  const before = readdirSync(dataFolder)
  const starting = startRuntime(settings, silent, Date.now, () => 'http://127.0.0.1')
  await expect(starting).rejects.toThrow('did not end')
  expect(readdirSync(dataFolder)).toEqual(before)
})

test('on analytics of a later release nothing starts, and their schema and records stay as they are', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-runtime-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const settings = await settingsIn(dataFolder)
  const record = async (later: { migration: string; step: number; sum: string }[]): Promise<string[]> => {
    const engine = await launchEngine({ dir: engineFolder(dataFolder), log: silent })
    const analytics = openAnalytics({ launched: engine })
    await analytics.migrator.insert('{local}.migrations', later)
    const steps = await appliedSteps(analytics.migrator)
    const tables = await definitionsOf(analytics.migrator, analytics.database)
    await analytics.close()
    await engine.stop()
    return [...steps.map(({ migration, step }) => `${migration}#${step}`), ...tables.map(({ sql }) => sql)]
  }
  const before = await record([{ migration: '016-inventions', step: 0, sum: 'of its statement' }])
  const starting = startRuntime(settings, silent, Date.now, () => 'http://127.0.0.1')
  await expect(starting).rejects.toBeInstanceOf(CannotStart)
  await expect(starting).rejects.toThrow(
    /analytics database noisefloor is of a later release.*016-inventions/,
  )
  expect(await record([])).toEqual(before)
})
