import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openAppStore } from '#store/app/open.ts'
import { openDemoKeeper } from './demo.ts'

test('demo data that was accepted is told as being stored until nothing waits; later traffic is not', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-demo-'))
  const app = await openAppStore({ file: join(dataFolder, 'app.sqlite') })
  onTestFinished(async () => {
    await app.close()
    rmSync(dataFolder, { recursive: true, force: true })
  })
  let waiting = 0
  const keeper = await openDemoKeeper({
    settings: app.installation.settings,
    log: pino({ level: 'silent' }),
    say: () => {},
    clock: () => 1,
    dataFolder,
    waiting: () => waiting,
    firstStart: true,
  })
  expect(keeper.banner()).toMatchObject({ present: false, loading: true })
  waiting = 40
  await keeper.arrived(1, 2)
  expect(keeper.banner()).toMatchObject({ loading: true, message: 'Demo data is loading: 50 %.' })
  await keeper.arrived(2, 2)
  expect(keeper.status()).toMatchObject({ loading: false, storing: true })
  expect(keeper.banner()).toMatchObject({
    present: true,
    loading: true,
    message: 'Demo data: 40 sessions are still being stored.',
  })
  waiting = 0
  expect(keeper.status()).toMatchObject({ loading: false, storing: false })
  waiting = 7
  expect(keeper.banner()).toMatchObject({ present: true, loading: false, message: '' })
})
