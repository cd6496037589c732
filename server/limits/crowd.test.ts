import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from '#model/errors.ts'
import { type Caller, visitorAt } from './caller.ts'
import { openLimits } from './limits.ts'
import type { Place } from './places.ts'
import { openRecent } from './recent.ts'
import { limitTable, visitorsOf } from './table.ts'

/** A crowd of addresses, each within its own limits, does not shut out whoever reads a page now and then. */

const key: Caller = { kind: 'key', groups: [{ of: 'key', name: 'key a', share: 1 }] }
const nextTick = (): Promise<void> => new Promise((next) => setImmediate(next))

/** A server on a clock of its own, on which requests take as long as they say. */
function opened() {
  let at = 0
  const limits = openLimits(
    limitTable,
    () => undefined,
    () => at,
  )
  const due: { at: number; run: () => void }[] = []
  const later = (ms: number): Promise<void> => new Promise((run) => due.push({ at: at + ms, run }))

  /** @returns milliseconds waited, or the code of the refusal */
  async function request(caller: Caller, takes: number): Promise<number | string> {
    const ending = new AbortController()
    const began = at
    try {
      const place = limits.places.take(caller, (refusal) => ending.abort(refusal))
      try {
        const leave = await limits.handlers.enter(caller, ending.signal)
        place.keep()
        const waited = at - began
        await later(takes)
        leave()
        return waited
      } finally {
        place.leave()
      }
    } catch (error) {
      if (error instanceof Refusal) return error.code
      throw error
    }
  }
  async function pass(ms: number): Promise<void> {
    const until = at + ms
    await nextTick()
    for (;;) {
      const next = due.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      at = next.at
      due.splice(due.indexOf(next), 1)
      next.run()
      await nextTick()
    }
    at = until
  }
  return { limits, request, pass, later, now: () => at }
}

const address = (at: number): string => `203.0.${113 + (at >> 7)}.${at & 127}`

test('three hundred addresses that ask again at once take turns, and a reader’s page begins before any of their next', async () => {
  const { request, pass, later, now } = opened()
  const takes = 500
  const ending = new AbortController()
  const served = new Map<string, number>()
  const crowd = Array.from({ length: 300 }, async (_, client) => {
    while (!ending.signal.aborted) {
      const outcome = await request(visitorAt(address(client)), takes)
      if (typeof outcome === 'number') served.set(address(client), (served.get(address(client)) ?? 0) + 1)
      else await later(400)
    }
  })
  const heard: (number | string)[] = []
  const reader = (async () => {
    while (!ending.signal.aborted) {
      await later(3_000)
      heard.push(await request(visitorAt('198.51.100.7'), 50))
    }
  })()
  while (now() < 30_000) await pass(500)
  const operator = request(key, 50)
  await pass(1000)
  ending.abort()
  for (let left = 0; left < 15; left++) await pass(1000)
  await Promise.all([...crowd, reader])
  expect(heard.length).toBeGreaterThan(8)
  expect(heard.filter((outcome) => typeof outcome === 'string' || outcome > takes)).toEqual([])
  expect(await operator).toBe(0)
  expect(Array.from({ length: 300 }, (_, at) => served.get(address(at)) ?? 0)).not.toContain(0)
})

describe('when all places are taken', () => {
  test('who was begun and waits again makes room, and not while something is done for him', async () => {
    const { limits, pass } = opened()
    const ended: string[] = []
    const places = Array.from({ length: visitorsOf(limitTable.requests.total) }, (_, at) => {
      const place = limits.places.take(visitorAt(`192.0.2.${at}`), ({ code }) => ended.push(`${at} ${code}`))
      place.keep()
      return place
    })
    const comes = (): Place => limits.places.take(visitorAt('198.51.100.7'), () => undefined)
    expect(comes).toThrow(/"requests"/)
    places[3]?.release()
    places[4]?.release()
    places[4]?.keep()
    await pass(1)
    comes().keep()
    expect(ended).toEqual(['3 busy'])
    // Whoever lost his place waits nowhere any more.
    places[3]?.release()
    expect(comes).toThrow(/"requests"/)
    for (const place of places) place.leave()
    expect(limits.counts.inUse('requests')).toBe(1)
  })

  const all = visitorsOf(limitTable.requests.total)

  test('the one who asks most makes room for one who asks little, and is told so', async () => {
    const { limits, pass } = opened()
    const told: string[] = []
    const take = (from: string) =>
      limits.places.take(visitorAt(from), ({ code, extra }) =>
        told.push(`${from} ${code} ${(extra as { exceeded: { of: string } }).exceeded.of}`),
      )
    for (let at = 0; at < 20; at++) take('203.0.113.200')
    for (let at = 20; at < all; at++) take(address(at))
    await pass(1000)
    take('198.51.100.7')
    expect(told).toEqual(['203.0.113.200 busy visitors'])
    expect(limits.counts.inUse('requests')).toBe(all)
  })

  test('work that has begun is never taken from anybody', () => {
    const { limits } = opened()
    for (let at = 0; at < all; at++)
      limits.places
        .take(visitorAt(address(at)), () => {
          throw new Error('ended')
        })
        .keep()
    expect(() => limits.places.take(visitorAt('198.51.100.7'), () => undefined)).toThrow(/"requests"/)
    limits.places.take(key, () => undefined)
    expect(limits.counts.inUse('requests')).toBe(all + 1)
  })
})

describe('what somebody asked of late', () => {
  function asked(pauseMs: number, takesMs: number, seconds: number) {
    let at = 0
    const recent = openRecent(() => at)
    const one = visitorAt('198.51.100.1')
    while (at < seconds * 1000) {
      const over = recent.begin(one)
      at += takesMs
      over()
      at += pauseMs
    }
    return { recent, one, pass: (ms: number) => void (at += ms) }
  }

  test.each([
    ['a page every three seconds', 3_000, 100, true],
    ['a page every three seconds on a slow server', 3_000, 300, true],
    ['one after the other without a pause', 0, 100, false],
    ['again and again what takes no time', 1, 0, true],
  ])('%s', (_, pause, takes, isLight) => {
    const { recent, one } = asked(pause, takes, 60)
    expect(recent.isLight(one)).toBe(isLight)
  })

  test('is forgotten', () => {
    const { recent, one, pass } = asked(0, 100, 600)
    expect(recent.isLight(one)).toBe(false)
    pass(120_000)
    expect(recent.isLight(one)).toBe(true)
  })

  test('counts refusals, so that a crowd that is refused does not stay new', () => {
    const { recent, one } = asked(3_000, 100, 10)
    for (let times = 0; times < 6; times++) recent.refuse(one)
    expect(recent.isLight(one)).toBe(false)
    expect(recent.isLight(visitorAt('198.51.100.2'))).toBe(true)
  })

  test('is remembered for a bounded number, never forgetting what is under way', () => {
    const recent = openRecent(() => 0)
    const over = recent.begin(visitorAt('198.51.100.1'))
    for (let at = 0; at < 30_000; at++)
      recent.serve(visitorAt(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`))
    expect(recent.size()).toBeLessThanOrEqual(20_001)
    over()
    expect(recent.size()).toBeLessThanOrEqual(20_001)
  })
})

test('somebody of a crowd is told no a moment later, so that asking again and again costs the server little', async () => {
  const { limits } = opened()
  const [crowd, newcomer] = [visitorAt('198.51.100.1'), visitorAt('198.51.100.2')]
  for (let times = 0; times < 6; times++) limits.recent.refuse(crowd)
  let over = 0
  const held = Array.from({ length: 256 }, () => limits.places.hold(crowd).then(() => (over += 1)))
  // Nothing but promises is waited for here: newcomers, keys and whoever comes when so many are held are told at once.
  for (const caller of [newcomer, key, crowd]) await limits.places.hold(caller)
  expect(over).toBe(0)
  await Promise.all(held)
  expect(over).toBe(256)
})

test.each([
  ['the index', 'index'],
  ['a worker', 'tasks'],
] as const)(
  'who waits for %s gives the place on the thread to others, and is back there without waiting',
  async (_, gate) => {
    const limits = openSmall()
    const never = new AbortController().signal
    const [one, other] = [visitorAt('198.51.100.1'), visitorAt('198.51.100.2')]
    const leaveGate = await limits[gate].enter(other, never)
    const first = limits.requestOf(one)
    const endFirst = await first.begin(never)
    const waiting = limits.requestOf(other).begin(never)
    await nextTick()
    expect([limits.handlers.waiting(), limits.counts.inUse('handlers')]).toEqual([1, 1])
    const asking = first.admissions[gate](never)
    const endOther = await waiting
    leaveGate()
    ;(await asking)()
    expect(limits.counts.inUse('handlers')).toBe(2)
    endFirst()
    endOther()
    await nextTick()
    expect(limits.counts.groups()).toBe(0)
  },
)

/** One visitor at a time on the thread, at the index and at the workers. */
const openSmall = () =>
  openLimits({
    ...limitTable,
    handlers: { address: 1, key: 1, total: 2 },
    lookups: { address: 1, key: 1, total: 2 },
    tasks: { address: 1, key: 1, total: 2 },
  })

test('one of a crowd has all of his places while there is nobody else, and one of them beside another', async () => {
  const { limits } = opened()
  const never = new AbortController().signal
  const [crowd, newcomer] = [visitorAt('198.51.100.1'), visitorAt('198.51.100.2')]
  for (let times = 0; times < 6; times++) limits.recent.refuse(crowd)
  const { address: all } = limitTable.handlers
  const alone = await Promise.all(Array.from({ length: all }, () => limits.handlers.enter(crowd, never)))
  const leaveOther = await limits.handlers.enter(newcomer, never)
  const more = limits.handlers.enter(crowd, never)
  for (const leave of alone.splice(0, all - 1)) leave()
  expect(limits.handlers.waiting()).toBe(1)
  leaveOther()
  const leaveMore = await more
  for (const leave of [...alone, leaveMore]) leave()
  expect([limits.handlers.waiting(), limits.counts.groups()]).toEqual([0, 0])
})

describe('one of a crowd who leaves the thread', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** Works for 200 ms, with or without somebody else there. @returns the places taken a turn later, and 200 ms after that */
  async function left(hasCompany: boolean): Promise<number[]> {
    const { limits, pass } = opened()
    const crowd = visitorAt('198.51.100.1')
    for (let times = 0; times < 6; times++) limits.recent.refuse(crowd)
    limits.recent.begin(crowd)
    if (hasCompany) limits.recent.begin(visitorAt('198.51.100.2'))
    const end = await limits.requestOf(crowd).begin(new AbortController().signal)
    await pass(200)
    end()
    await nextTick()
    const places = [limits.counts.inUse('handlers')]
    vi.advanceTimersByTime(200)
    return [...places, limits.counts.inUse('handlers')]
  }

  test('leaves the place empty for as long as he had it, where somebody else is there', async () => {
    expect(await left(true)).toEqual([1, 0])
  })

  test('gives it back at once where nobody else is there', async () => {
    expect(await left(false)).toEqual([0, 0])
  })
})
