import { array, assert, boolean, nat, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#model/errors.ts'
import { rateLimitFields } from '#model/rate-limit.ts'
import { type Caller, visitorAt } from './caller.ts'
import { openLimits } from './limits.ts'
import { limitNames, limitTable, networkShare, quotaText, readQuota, visitorsOf } from './table.ts'
import { executorOf } from './work.ts'

const key = (id: string): Caller => ({ kind: 'key', groups: [{ of: 'key', name: `key ${id}`, share: 1 }] })
const never = new AbortController().signal

/** What it refuses, or null. */
const refused = (run: () => unknown): Refusal | null => {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Takes until it is refused; what was taken. */
function takeAll(take: () => () => void): (() => void)[] {
  const taken: (() => void)[] = []
  while (
    refused(() => {
      taken.push(take())
    }) === null
  )
    if (taken.length > 100_000) throw new Error('there is no end')
  return taken
}

describe('who is counted', () => {
  test.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['2001:db8:1:2::', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['', ['unknown']],
  ])('%s counts as %s', (address, names) => {
    expect(visitorAt(address).groups.map(({ name }) => name)).toEqual(names)
  })
})

describe('what is under way', () => {
  test('never exceeds any quota, and all of it is given back', () => {
    const callers = ['198.51.100.1', '198.51.100.2', '2001:db8::1', '2001:db8:0:1::1', '2001:db8:0:2::1']
      .map(visitorAt)
      .concat(key('a'), key('b'))
    const quota = { address: 3, key: 5, total: 12 }
    assert(
      property(array(tuple(nat(callers.length - 1), boolean()), { maxLength: 200 }), (steps) => {
        const { counts } = openLimits({ ...limitTable, requests: quota })
        const held: { caller: Caller; leave: () => void }[] = []
        for (const [at, comes] of steps) {
          const caller = callers[at] as Caller
          if (!comes) held.splice(0, 1).forEach(({ leave }) => (leave(), leave()))
          else if (counts.full('requests', caller) === null)
            held.push({ caller, leave: counts.take('requests', caller) })
          else expect(() => counts.take('requests', caller)).toThrow(Refusal)
          const visitors = held.filter(({ caller: { kind } }) => kind === 'visitor').length
          expect(counts.inUse('requests')).toBe(held.length)
          expect(held.length).toBeLessThanOrEqual(quota.total)
          expect(visitors).toBeLessThanOrEqual(visitorsOf(quota.total))
          for (const one of callers) {
            const own = held.filter(({ caller: other }) => other === one).length
            expect(own).toBeLessThanOrEqual(one.kind === 'key' ? quota.key : quota.address)
          }
          const network = held.filter(({ caller: { groups } }) => groups.length > 1).length
          expect(network).toBeLessThanOrEqual(quota.address * networkShare)
        }
        for (const { leave } of held) leave()
        expect([counts.groups(), counts.inUse('requests')]).toEqual([0, 0])
      }),
    )
  })

  test.each(limitNames.filter((name) => limitTable[name].total !== Infinity))(
    'of %s there is room for a key when visitors take all they get, from however many addresses',
    (limit) => {
      const { counts } = openLimits(limitTable)
      const amount = limit === 'body-bytes' ? 1_000_000 : 1
      let network = 0
      for (
        ;
        network < 2000 && counts.full(limit, visitorAt('192.0.2.1'), amount)?.of !== 'visitors';
        network++
      )
        takeAll(() => counts.take(limit, visitorAt(`2001:db8:${network.toString(16)}::1`), amount))
      const { key: each } = limitTable[limit]
      if (each !== Infinity) expect(counts.full(limit, key('operator'), amount)).toBeNull()
      expect(counts.inUse(limit)).toBeLessThanOrEqual(visitorsOf(limitTable[limit].total))
    },
  )

  test('whoever meets a limit is told which, where it stands, when to come again and what to do', () => {
    const { counts } = openLimits({ ...limitTable, requests: { address: 2, key: 2, total: 4 } })
    const one = visitorAt('198.51.100.1')
    takeAll(() => counts.take('requests', one))
    const own = refused(() => counts.take('requests', one))
    expect(own).toMatchObject({ code: 'rate-limited', status: 429, retryAfter: 1 })
    expect(own?.message).toBe(
      'The limit "requests" for your address is 2 requests at once, and the count is 2. Wait for the answers that are under way.',
    )
    expect(own?.extra).toEqual({
      exceeded: { limit: 'requests', unit: 'requests at once', of: 'address', max: 2, now: 2 },
      'violated-policies': ['requests'],
    })
    takeAll(() => counts.take('requests', visitorAt('198.51.100.2')))
    const others = refused(() => counts.take('requests', visitorAt('198.51.100.3')))
    expect(others).toMatchObject({ code: 'busy', status: 503, extra: { exceeded: { of: 'visitors' } } })
  })

  test('the fields say it in the words of the draft', () => {
    expect(rateLimitFields({ limit: 'requests', max: 32, now: 32 }, 1)).toEqual({
      'RateLimit-Policy': '"requests";q=32;qu="concurrent-requests"',
      RateLimit: '"requests";r=0;t=1',
    })
    expect(rateLimitFields({ limit: 'query-seconds', max: 40, now: 12.3, window: 60 }, 19)).toEqual({
      'RateLimit-Policy': '"query-seconds";q=40;qu="seconds";w=60',
      RateLimit: '"query-seconds";r=27;t=19',
    })
  })
})

describe('seconds of work', () => {
  const one = visitorAt('198.51.100.1')

  /** A clock that stands still, and work of one caller for so long. */
  function opened() {
    let at = 0
    const limits = openLimits(
      limitTable,
      () => undefined,
      () => at,
    )
    return {
      ...limits,
      pass: (seconds: number) => void (at += seconds * 1000),
      async worked(caller: Caller, seconds: number) {
        const leave = await limits.index.enter(caller, never)
        at += seconds * 1000
        leave()
      },
    }
  }

  test('are refused when the quota is used up, until it drains', async () => {
    const { worked, work, index, pass } = opened()
    const { address, window } = limitTable['query-seconds']
    // What drains while it works does not count.
    await worked(one, address * 3)
    const found = await index.enter(one, never).catch((error: unknown) => error)
    expect(found).toMatchObject({ code: 'rate-limited', extra: { exceeded: { limit: 'query-seconds' } } })
    const { retryAfter = 0 } = found as Refusal
    expect(retryAfter).toBeGreaterThan(0)
    pass(retryAfter)
    await worked(one, 0)
    pass(window * 2)
    expect(work.used(one)).toBe(0)
  })

  test('are each caller’s own', async () => {
    const { worked, work } = opened()
    await worked(one, 1000)
    expect(work.used(visitorAt('198.51.100.2'))).toBe(0)
    expect(refused(() => work.check(visitorAt('198.51.100.2')))).toBeNull()
  })

  test('of what runs beside others count for its part only', async () => {
    const { index, work, pass } = opened()
    const other = visitorAt('198.51.100.2')
    const [a, b] = [await index.enter(one, never), await index.enter(other, never)]
    pass(10)
    for (const leave of [a, b]) leave()
    expect(work.status(one).now).toBeCloseTo(5)
    expect(work.status(other).now).toBeCloseTo(5)
  })

  test('are remembered for a bounded number of callers, and a /48 cannot rotate them away', () => {
    const { work, pass } = opened()
    const executor = executorOf(100)
    for (let from = 0; from < 30_000; from += 100) {
      const ends = Array.from({ length: 100 }, (_, at) =>
        work.begin(visitorAt(`2001:db8:1:${(from + at).toString(16)}::1`), executor),
      )
      pass(1)
      for (const end of ends) end()
    }
    expect(work.size()).toBeLessThanOrEqual(20_000)
    expect(refused(() => work.check(visitorAt('2001:db8:1:ffff::1')))).toMatchObject({
      extra: { exceeded: { of: 'network' } },
    })
    expect(refused(() => work.check(visitorAt('2001:db8:2:ffff::1')))).toBeNull()
  })
})

describe('a place where all work', () => {
  test('serves keys first, then whoever used the least', async () => {
    const { engine, work } = openLimits({ ...limitTable, reads: { address: 1, key: 2, total: 2 } })
    const leave = await engine.enter(visitorAt('198.51.100.1'), never)
    const order: string[] = []
    const wait = (name: string, caller: Caller) =>
      engine.enter(caller, never).then((left) => {
        order.push(name)
        setImmediate(left)
      })
    const heavy = visitorAt('198.51.100.2')
    work.begin(heavy, { slots: 1, running: new Set() })
    const end = work.begin(heavy, { slots: 1, running: new Set() })
    await new Promise((tick) => setTimeout(tick, 20))
    end()
    const all = [wait('heavy', heavy), wait('light', visitorAt('198.51.100.3'))]
    const first = engine.enter(key('a'), never)
    ;(await first)()
    leave()
    await Promise.all(all)
    expect(order).toEqual(['light', 'heavy'])
    expect(engine.waiting()).toBe(0)
  })

  test('is left by whoever hangs up while waiting', async () => {
    const { engine, counts } = openLimits({ ...limitTable, reads: { address: 1, key: 1, total: 2 } })
    const one = visitorAt('198.51.100.1')
    const leave = await engine.enter(one, never)
    const caller = new AbortController()
    const waiting = engine.enter(one, caller.signal)
    caller.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    leave()
    expect([engine.waiting(), counts.inUse('reads'), counts.groups()]).toEqual([0, 0, 0])
  })

  test('does one thing at a time for whoever used much', async () => {
    let at = 0
    const { engine, counts } = openLimits(
      limitTable,
      () => undefined,
      () => at,
    )
    const one = visitorAt('198.51.100.1')
    const first = await engine.enter(one, never)
    at += 30_000
    first()
    const second = await engine.enter(one, never)
    const third = engine.enter(one, never)
    await new Promise((tick) => setImmediate(tick))
    expect(counts.heldBy('reads', one)).toBe(1)
    second()
    ;(await third)()
  })
})

describe('places for exports', () => {
  test('a visitor’s that is read slowly makes room when others wait, a key’s never', () => {
    let at = 0
    const quotas = { ...limitTable, exports: { address: 1, key: 1, total: 4 } }
    const { exports } = openLimits(
      quotas,
      () => undefined,
      () => at,
    )
    const ended: string[] = []
    const take = (name: string, caller: Caller, bytes: number) =>
      exports.take(caller, { bytes: () => bytes, end: () => void ended.push(name) })
    take('key', key('a'), 0)
    take('brisk', visitorAt('198.51.100.1'), 1e9)
    take('slow', visitorAt('198.51.100.2'), 1000)
    take('slower', visitorAt('198.51.100.3'), 10)
    expect(refused(() => take('fresh', visitorAt('198.51.100.4'), 0))).toMatchObject({ code: 'busy' })
    at = 60_000
    take('fresh', visitorAt('198.51.100.4'), 0)
    expect(ended).toEqual(['slower'])
  })
})

test('a setting of a limit reads back as it is written', () => {
  for (const name of limitNames) {
    const { address, key: each, total } = limitTable[name]
    expect(readQuota(quotaText(limitTable[name]))).toEqual({ address, key: each, total })
  }
  for (const wrong of ['', '1', '1/2', '1/2/3/4', 'a/b/c', '-1/2/3', '1.5/2/3'])
    expect(readQuota(wrong)).toBeNull()
})
