import { expect, test } from 'vitest'
import type { Session } from '#model/session.ts'
import type { SessionRow } from '#store/analytics/sessions/row.ts'
import { decodeSessions } from '../spool/session-codec.ts'
import { openSpool, type Spool } from '../spool/spool.ts'
import { sampleSession, scratchFolder } from '../spool/testing.ts'
import { compileRuleSet } from '../tag/rule-set.ts'
import { startDrain } from './drain.ts'
import { type PreparedUnit, prepareRange } from './preparation/prepare.ts'
import type { Preparing } from './ready.ts'
import { splitUnits } from './units.ts'

const open = (dir: string) =>
  openSpool({ dir, clock: Date.now, minFreeBytes: 0, rangeBounds: { sessions: 2000, bytes: 2 ** 24 } })
const retry = { minMs: 1, maxMs: 5 }
const rules = compileRuleSet([])
const midnight = Date.UTC(2026, 0, 2)

/** Of two days, so that each range has two units. */
const many = (count: number, prefix: string): Session[] =>
  Array.from({ length: count }, (_, at) =>
    sampleSession(`${prefix}${at}`, { firstPacket: midnight - (at % 2) }),
  )

async function deliver(spool: Spool, id: string, sessions: readonly Session[]): Promise<void> {
  const batch = await spool.begin(id)
  if (batch.kind !== 'open') throw new Error('fresh')
  await batch.append(sessions)
  await batch.commit({ id })
}

/** A store that counts a token once, as the engine does, and knows the sessions of prepared units. */
function tokenStore() {
  const taken = new Map<string, readonly string[]>()
  const prepared = new WeakMap<PreparedUnit, string[]>()
  return {
    taken,
    ids: () => [...taken.values()].flat(),
    async prepare(bodies: readonly Buffer[]) {
      const made = await prepareRange(bodies, rules)
      const sessions: SessionRow[] = []
      for (const body of bodies) sessions.push(...(await decodeSessions(body)))
      for (const [at, unit] of splitUnits('', sessions).units.entries())
        prepared.set(
          made!.units[at]!,
          unit.sessions.map(({ id }) => id),
        )
      return made
    },
    /** Leaves out what it has of a unit that may have come before. */
    store(token: string, ids: readonly string[]): void {
      const known = new Set([...taken].filter(([other]) => other !== token).flatMap(([, some]) => some))
      if (!taken.has(token))
        taken.set(
          token,
          ids.filter((id) => !known.has(id)),
        )
    },
    idsOf: (unit: PreparedUnit): string[] => prepared.get(unit) ?? [],
  }
}

async function drained(changes: (sink: ReturnType<typeof tokenStore>) => Partial<Preparing>) {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  const sink = tokenStore()
  const usual: string[] = []
  await deliver(spool, 'a', many(5000, 'a'))
  await deliver(spool, 'b', many(3000, 'b'))
  await deliver(spool, 'c', many(3, 'c'))
  const drain = await startDrain({
    spool,
    clock: Date.now,
    retry,
    async store(unit) {
      usual.push(unit.token)
      sink.store(
        unit.token,
        unit.sessions.map(({ id }) => id),
      )
    },
    preparing: {
      minSessions: 1000,
      minBytes: 2 ** 24,
      prepare: sink.prepare,
      async store(token, _, unit) {
        sink.store(token, sink.idsOf(unit))
        return true
      },
      ...changes(sink),
    },
  })
  // What came before the start may have been begun: the first range goes the usual way.
  await drain.idle()
  const { storedSessions, quarantined } = drain.status()
  await drain.stop()
  await spool.close()
  return { ids: sink.ids(), usual, storedSessions, quarantined }
}

const all = [...many(5000, 'a'), ...many(3000, 'b'), ...many(3, 'c')].map(({ id }) => id).sort()

test('large ranges are stored as they were prepared, nothing is lost or doubled', async () => {
  const { ids, usual, storedSessions } = await drained(() => ({}))
  expect(ids.toSorted()).toEqual(all)
  expect(storedSessions).toBe(all.length)
  // The first range, and the little that goes before what waits, each with its two days.
  expect(usual).toHaveLength(4)
})

test('the next range is prepared while one is stored, once each', async () => {
  const begun: number[] = []
  let stored = 0
  const meanwhile: number[] = []
  const { ids } = await drained((sink) => ({
    prepare(bodies) {
      begun.push(bodies.length)
      meanwhile.push(stored)
      return sink.prepare(bodies)
    },
    async store(token, _, unit) {
      if (stored === 0) while (begun.length < 2) await new Promise(setImmediate)
      stored++
      sink.store(token, sink.idsOf(unit))
      return true
    },
  }))
  expect(ids.toSorted()).toEqual(all)
  // The first two were begun before anything prepared was stored.
  expect(meanwhile.slice(0, 2)).toEqual([0, 0])
  expect(stored).toBe(2 * begun.length)
})

test('a few sessions are prepared where they say very much', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  const sink = tokenStore()
  const ways: [way: string, sessions: number][] = []
  const drain = await startDrain({
    spool,
    clock: Date.now,
    retry,
    store: async ({ sessions }) => void ways.push(['usual', sessions.length]),
    preparing: {
      minSessions: 1000,
      minBytes: 2 ** 20,
      prepare: sink.prepare,
      async store(_token, _prepared, { sessions }) {
        ways.push(['prepared', sessions])
        return true
      },
    },
  })
  const said = [10, 2 ** 19]
  for (const length of said) {
    const sessions = ['x', 'y'].map((id) => sampleSession(id, { sourcePayload: new Uint8Array(length) }))
    await deliver(spool, String(length), sessions)
    await drain.idle()
  }
  await drain.stop()
  await spool.close()
  expect(ways).toEqual([
    ['usual', 2],
    ['prepared', 2],
  ])
})

const failures: Record<string, (sink: ReturnType<typeof tokenStore>) => Partial<Preparing>> = {
  'cannot be prepared': () => ({
    prepare: async () => {
      throw new Error('out of memory')
    },
  }),
  'has to be looked at one by one': () => ({ prepare: async () => null }),
  'was tagged by other rules': () => ({ store: async () => false }),
  'is refused in the middle': (sink) => {
    let units = 0
    return {
      async store(token, _, unit) {
        if (units++ % 2 === 1) throw new Error('connection refused')
        sink.store(token, sink.idsOf(unit))
        return true
      },
    }
  },
  'is stored, but its answer is lost': (sink) => ({
    async store(token, _, unit) {
      sink.store(token, sink.idsOf(unit))
      throw new Error('connection reset')
    },
  }),
}

test.each(Object.entries(failures))('what %s is stored in the usual way', async (_, changes) => {
  const { ids, storedSessions, quarantined } = await drained(changes)
  expect(ids.toSorted()).toEqual(all)
  expect([storedSessions, quarantined]).toEqual([all.length, 0])
})
