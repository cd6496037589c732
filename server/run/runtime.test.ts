import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silent } from '#store/log.ts'
import { settingsIn } from '#tests/product/settings.ts'
import type { Settings } from '../settings.ts'
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
    /ECONNREFUSED/,
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
