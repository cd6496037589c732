import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuse } from '#model/errors.ts'
import type { Session } from '#model/session.ts'
import { openSpool, type Spool } from '../spool/spool.ts'
import { sampleSession, scratchFolder } from '../spool/testing.ts'
import { gatheredSessions, startDrain } from './drain.ts'
import type { DrainUnit } from './units.ts'

const day = 86_400_000
const open = (dir: string) =>
  openSpool({ dir, clock: Date.now, minFreeBytes: 0, rangeBounds: { sessions: 2000, bytes: 2 ** 24 } })
const retry = { minMs: 1, maxMs: 5 }

async function deliver(spool: Spool, id: string, sessions: readonly Session[]): Promise<void> {
  const batch = await spool.begin(id)
  if (batch.kind !== 'open') throw new Error('fresh')
  await batch.append(sessions)
  await batch.commit({ id })
}

const many = (count: number, prefix = 's', changes: Partial<Session> = {}): Session[] =>
  Array.from({ length: count }, (_, index) => sampleSession(`${prefix}${index}`, changes))

/** A store that counts a token once, as the engine does, and refuses sessions whose sensor is "bad". */
function tokenStore() {
  const taken = new Map<string, DrainUnit>()
  return {
    taken,
    ids: () => [...taken.values()].flatMap((unit) => unit.sessions.map((session) => session.id)),
    store: async (unit: DrainUnit) => {
      if (unit.sessions.some((session) => session.value('sensor') === 'bad'))
        throw refuse('invalid-input', 'bad sensor')
      if (!taken.has(unit.token)) taken.set(unit.token, unit)
    },
  }
}

test('each unit holds one origin and one UTC day, and nothing is lost or doubled', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  const sink = tokenStore()
  const drain = await startDrain({ spool, store: sink.store, clock: Date.now, retry })
  const midnight = Date.UTC(2026, 0, 2)
  await deliver(spool, 'a', [
    ...many(3, 'late', { firstPacket: midnight - 1 }),
    ...many(2, 'early', { firstPacket: midnight }),
    ...many(4, 'demo', { firstPacket: midnight, origin: 'demo' }),
  ])
  await deliver(spool, 'b', many(5000, 'more'))
  await drain.idle()
  expect(new Set(sink.ids()).size).toBe(5009)
  expect(sink.ids()).toHaveLength(5009)
  for (const unit of sink.taken.values())
    for (const session of unit.sessions) {
      expect(session.origin).toBe(unit.origin)
      expect(new Date(session.firstPacket).toISOString().slice(0, 10)).toBe(unit.day)
    }
  expect([...sink.taken.values()].slice(0, 3).map(({ day, origin }) => `${day} ${origin}`)).toEqual([
    '2026-01-01 live',
    '2026-01-02 live',
    '2026-01-02 demo',
  ])
  expect(drain.status()).toMatchObject({
    undrainedSessions: 0,
    undrainedBytes: 0,
    storedSessions: 5009,
    lastError: null,
  })
  await drain.stop()
  await spool.close()
})

test('few sessions that come one after the other are stored together, the first of them at once, and all when somebody waits for that', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  const sink = tokenStore()
  const gatherMs = 3_600_000
  const drain = await startDrain({ spool, store: sink.store, clock: Date.now, retry, gatherMs })
  await deliver(spool, 'first', many(1, 'first'))
  while (sink.taken.size === 0) await new Promise((tick) => setTimeout(tick, 1))
  for (let at = 0; at < 10; at += 1) {
    await deliver(spool, `b${at}`, many(2, `b${at}-`))
    await new Promise((tick) => setTimeout(tick, 10))
  }
  const units = () => [...sink.taken.values()].map(({ sessions }) => sessions.length)
  expect(units()).toEqual([1])
  await drain.idle()
  expect(units()).toEqual([1, 20])
  await deliver(spool, 'none', many(1, 'none'))
  // What makes them many ends the wait for others.
  await deliver(spool, 'enough', many(gatheredSessions - 1, 'enough'))
  while (sink.taken.size < 3) await new Promise((tick) => setTimeout(tick, 1))
  expect(units()).toEqual([1, 20, gatheredSessions])
  // Many are not waited with.
  await deliver(spool, 'many', many(1500, 'many'))
  while (sink.taken.size < 4) await new Promise((tick) => setTimeout(tick, 1))
  await deliver(spool, 'last', many(1, 'last'))
  await drain.stop()
  expect(units()).toEqual([1, 20, gatheredSessions, 1500])
  await spool.close()
})

test('tells when nothing waits any more, once, and how much was stored since', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  const told: number[] = []
  await deliver(spool, 'a', many(5000))
  const onEmpty = (sessions: number): void => void told.push(sessions)
  const drain = await startDrain({ spool, store: tokenStore().store, clock: Date.now, retry, onEmpty })
  await drain.idle()
  await drain.idle()
  await deliver(spool, 'b', many(3, 'b'))
  await drain.idle()
  await expect.poll(() => told).toEqual([5000, 3])
  await drain.stop()
  await spool.close()
})

test('a store that is down is asked again with the same token until it is back', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  const sink = tokenStore()
  const tokens: string[] = []
  const drain = await startDrain({
    spool,
    clock: Date.now,
    retry,
    store: async (unit) => {
      tokens.push(unit.token)
      if (tokens.length <= 6) throw new Error('connection refused')
      await sink.store(unit)
    },
  })
  await deliver(spool, 'a', many(10))
  while (tokens.length < 3) await new Promise((resolve) => setTimeout(resolve, 1))
  expect(drain.status()).toMatchObject({
    lastError: 'connection refused',
    undrainedSessions: 10,
    quarantined: 0,
  })
  await drain.idle()
  expect(new Set(tokens).size).toBe(1)
  expect(sink.ids()).toHaveLength(10)
  await drain.stop()
  await spool.close()
})

test.each([
  { left: ['left'], of: [true, false, true, false, false] },
  { left: [], of: [false, false, true, false] },
])(
  'the store is told what may have been begun before: all that a start takes up first, and what failed; $left were left',
  async ({ left, of }) => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    for (const name of left) await deliver(spool, name, many(1, name))
    const told: boolean[] = []
    const drain = await startDrain({
      spool,
      clock: Date.now,
      retry,
      store: async (_, again) => {
        told.push(again)
        if (told.length === 2) throw new Error('connection refused')
      },
    })
    for (const name of ['a', 'b', 'c']) {
      await drain.idle()
      await deliver(spool, name, many(1, name))
    }
    await drain.idle()
    expect(told).toEqual(of)
    await drain.stop()
    await spool.close()
  },
)

test('what the store refuses for good goes to quarantine alone and blocks nothing', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  const sink = tokenStore()
  const drain = await startDrain({ spool, store: sink.store, clock: Date.now, retry })
  const mixed = many(1000)
  for (const index of [0, 500, 501, 999])
    mixed[index] = sampleSession(`bad${index}`, {
      sensor: 'bad',
      firstPacket: index === 501 ? day : 1_700_000_000_000,
    })
  await deliver(spool, 'mixed', mixed)
  await deliver(spool, 'timeless', [sampleSession('never', { firstPacket: Number.NaN })])
  await deliver(spool, 'behind', many(3, 'behind'))
  await drain.idle()
  expect(sink.ids()).toHaveLength(999)
  expect(sink.ids().filter((id) => id.startsWith('behind'))).toHaveLength(3)
  expect(drain.status()).toMatchObject({ quarantined: 5, undrainedSessions: 0 })
  const quarantine = join(folder.path, 'quarantine')
  const lines: string[] = []
  for (const name of await readdir(quarantine))
    lines.push(...(await readFile(join(quarantine, name), 'utf8')).trim().split('\n'))
  const set = lines.map((line): { error: string; session: { id: string } } => JSON.parse(line))
  expect(set.map(({ session }) => session.id).sort()).toEqual(['bad0', 'bad500', 'bad501', 'bad999', 'never'])
  expect(set.filter(({ error }) => error === 'bad sensor')).toHaveLength(4)
  await drain.stop()
  await spool.close()
  const again = await open(folder.path)
  const restarted = await startDrain({ spool: again, store: sink.store, clock: Date.now })
  expect(restarted.status().quarantined).toBe(5)
  await restarted.stop()
  await again.close()
})

test('a refusal written down before a restart is not asked again, so halves are never stored beside the whole', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  const sink = tokenStore()
  const sessions = many(8)
  sessions[5] = sampleSession('odd', { sensor: 'bad' })
  await deliver(spool, 'a', sessions)
  const calls: string[] = []
  const first = await startDrain({
    spool,
    clock: Date.now,
    retry,
    store: async (unit) => {
      if (calls.push(unit.token) > 3) throw new Error('gone')
      await sink.store(unit)
    },
  })
  while (calls.length < 6) await new Promise((resolve) => setTimeout(resolve, 1))
  await first.stop()
  await spool.close()
  const again = await open(folder.path)
  // The store has become generous meanwhile: what was refused must still not be taken whole.
  const second = await startDrain({
    spool: again,
    clock: Date.now,
    retry,
    store: async (unit) => void (sink.taken.has(unit.token) || sink.taken.set(unit.token, unit)),
  })
  await second.idle()
  expect(sink.ids().sort()).toEqual(sessions.map((session) => session.id).sort())
  await second.stop()
  await again.close()
})

test('when too much is refused the rest is set aside in pieces instead of one by one', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  let calls = 0
  const drain = await startDrain({
    spool,
    clock: Date.now,
    retry,
    refusalsPerRange: 20,
    store: async () => {
      calls++
      throw refuse('invalid-input', 'all of it')
    },
  })
  await deliver(spool, 'a', many(1000))
  await drain.idle()
  expect(calls).toBeLessThan(60)
  expect(drain.status()).toMatchObject({ quarantined: 1000, undrainedSessions: 0 })
  await drain.stop()
  await spool.close()
})

test('stopping waits for the unit under way and leaves the rest for the next start', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  const sink = tokenStore()
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  const drain = await startDrain({
    spool,
    clock: Date.now,
    store: async (unit) => {
      enter()
      await new Promise((resolve) => setTimeout(resolve, 20))
      await sink.store(unit)
    },
  })
  await deliver(spool, 'a', many(5000))
  await entered
  await drain.stop()
  expect(sink.taken.size).toBe(1)
  expect(sink.ids().length).toBeLessThan(5000)
  await spool.close()
  const again = await open(folder.path)
  const rest = await startDrain({ spool: again, store: sink.store, clock: Date.now })
  await rest.idle()
  expect(sink.ids().sort()).toEqual(
    many(5000)
      .map((session) => session.id)
      .sort(),
  )
  await rest.stop()
  await again.close()
})
