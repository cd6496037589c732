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
    leads: () => true,
  })
  expect(keeper.banner()).toMatchObject({ present: false, loading: true })
  waiting = 40
  await keeper.arrived(1, 2)
  expect(keeper.banner()).toMatchObject({ loading: true, message: 'Demo data is loading: 50%.' })
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

test('of two servers on one store one loads, and the other goes on when it ends', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-demo-'))
  const app = await openAppStore({ file: join(dataFolder, 'app.sqlite') })
  onTestFinished(async () => {
    await app.close()
    rmSync(dataFolder, { recursive: true, force: true })
  })
  const said: string[] = []
  let leader = 'one'
  const keeperOf = (name: string) =>
    openDemoKeeper({
      settings: app.installation.settings,
      log: pino({ level: 'silent' }),
      say: () => void said.push(name),
      clock: () => 1,
      dataFolder,
      waiting: () => 0,
      firstStart: true,
      leads: () => leader === name,
      command: ['--eval', 'console.log("loading")'],
    })
  const [one, two] = [await keeperOf('one'), await keeperOf('two')]
  one.resume()
  two.resume()
  await expect.poll(() => said.length).toBeGreaterThan(1)
  expect(new Set(said)).toEqual(new Set(['one']))
  // What the one took in the other knows.
  await one.arrived(1, 2)
  await expect.poll(() => two.status().parts_done).toBe(1)
  leader = 'two'
  await expect.poll(() => said.includes('two')).toBe(true)
  await two.forget()
  await expect(one.arrived(2, 2)).resolves.toBe(false)
  expect(one.startedAt()).toBeNull()
  await Promise.all([one.stop(), two.stop()])
})
