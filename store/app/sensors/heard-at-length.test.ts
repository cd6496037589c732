import { afterAll, describe, expect, test, vi } from 'vitest'
import { countByTurn } from '#tests/others-served.ts'
import { openAppStore } from '../open.ts'
import { testDatabases } from '../testing.ts'
import { nothingSaid } from './sensor.ts'
import { hostWith } from './testing.ts'

const { places, stop } = await testDatabases()
afterAll(stop)

const now = Date.UTC(2026, 10, 25, 12)
const hour = 3_600_000
const sensors = 20
/** As much as a heartbeat may tell (server/api/wire/agent.ts). */
const listening = Array.from({ length: 4096 }, (_, port) => ({
  port,
  transport: 'tcp' as const,
  protocol: 'p'.repeat(40),
}))
const losses = { 'dropped by kernel': 3 }

/** Characters of JSON that are read meanwhile, in all and in one turn of the event loop. */
async function readDuring<T>(run: () => Promise<T>) {
  const read = countByTurn()
  const parse = JSON.parse
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((...given: Parameters<typeof parse>) => {
    read.add(given[0].length)
    return parse(...given) as unknown
  })
  const result = await run().finally(() => spy.mockRestore())
  return { result, ...read.end() }
}

describe.each(places)('sensors that tell as much as they may, on %s', (_name, place) => {
  test('are listed some at a time, so that others are served between, and forget what they listened to when they end', async () => {
    await using store = Object.assign(await openAppStore(await place()), {
      [Symbol.asyncDispose]: () => store.close(),
    })
    const { installation } = store
    const { id } = await installation.workspaces.create({ name: 'one', publish: false, now })
    const own = installation.workspace(id).sensors
    const ids: string[] = []
    for (let at = 0; at < sensors; at++) {
      const token = await own.tokens.create({ profile: 'router', madeBy: 'user u', now, expires: now + hour })
      const made = await installation.sensors.enroll(hostWith(token.secret, now))
      ids.push(made!.sensor.id)
      const told = { ...nothingSaid, losses, listening, agentVersion: '0.1.0', configVersion: 1 }
      await own.heartbeat(ids[at]!, { ...told, sentAt: now, startedAt: now }, now)
    }
    const one = JSON.stringify(listening).length
    const all = await readDuring(() => own.list())
    expect(all.result.map(({ health }) => health.said.listening.length)).toEqual(ids.map(() => 4096))
    expect(all.total).toBeGreaterThan(sensors * one)
    expect(all.highest).toBeLessThan((sensors / 2) * one)

    const [removed = '', ...left] = ids
    await own.remove(removed, now)
    for (const each of left) await own.leave(each, now)
    const ended = await readDuring(() => own.list())
    expect(ended.result.map(({ health }) => health.said)).toEqual(
      left.map(() => ({ ...nothingSaid, losses })),
    )
    expect(ended.total).toBeLessThan(one)
  })
})
