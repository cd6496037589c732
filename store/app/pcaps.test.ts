import { afterAll, describe, expect, test } from 'vitest'
import { openAppStore } from './open.ts'
import type { EnteredPcap } from './pcaps.ts'
import { testDatabases } from './testing.ts'

const { places, stop } = await testDatabases()
afterAll(stop)

const now = Date.UTC(2026, 2, 15, 12)
const entered = (id: string, bytes: number): EnteredPcap => ({
  id,
  user: 'ada',
  from: now - 1000,
  to: now,
  sensors: [],
  query: '*',
  estimate: { sessions: 1, packets: 1, bytes, captures: 1, readBytes: 1, seconds: 1 },
  granted: { bytes: 10_000, sessions: 10 },
  created: now,
  expires: now + 1000,
})

describe.each(places)('files of packets on %s', (_name, place) => {
  test('count with what was estimated until they are made, then with what they are', async () => {
    const store = await openAppStore(await place())
    const { id } = await store.installation.workspaces.create({ name: 'one', publish: false, now })
    const { pcaps } = store.installation.workspace(id)
    expect(await pcaps.use(now)).toEqual({ open: 0, bytes: 0 })
    for (const [name, bytes] of [
      ['waits', 5000],
      ['runs', 700],
      ['ends', 60],
      ['fails', 8],
    ] as const)
      await pcaps.enter(entered(name, bytes), () => undefined)
    await pcaps.progress('runs', { captures: 1, packets: 1, bytes: 3 })
    await pcaps.finish('ends', { state: 'completed', error: '', bytes: 50, file: 'f', sha256: 's' })
    await pcaps.finish('fails', { state: 'failed', error: 'no' })
    expect(await pcaps.use(now)).toEqual({ open: 2, bytes: 5750 })
    expect(await pcaps.use(now + 1000), 'past their time').toEqual({ open: 0, bytes: 0 })
    await store.close()
  })
  test('of many asked for at once no more are entered than there is room for', async () => {
    const store = await openAppStore(await place())
    const { id } = await store.installation.workspaces.create({ name: 'two', publish: false, now })
    const { pcaps } = store.installation.workspace(id)
    const full = new Error('full')
    const atMostThree = ({ open }: { open: number }): void => {
      if (open >= 3) throw full
    }
    const names = Array.from({ length: 12 }, (_, at) => `asked ${at}`)
    const asked = await Promise.allSettled(names.map((name) => pcaps.enter(entered(name, 10), atMostThree)))
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(refused).toEqual(Array.from({ length: 9 }, () => full))
    expect(await pcaps.use(now)).toEqual({ open: 3, bytes: 30 })
    await store.close()
  })
})
