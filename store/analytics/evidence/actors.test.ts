import { afterAll, beforeAll, expect, test } from 'vitest'
import { countByTurn } from '#tests/others-served.ts'
import { toHex } from '../address.ts'
import type { Analytics } from '../open.ts'
import { openTestAnalytics } from '../testing.ts'
import { type VettedActor, writeActors } from './actors.ts'
import { holdingByAll } from './holding.ts'
import { openListsInForce } from './in-force.ts'

let analytics: Analytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const ranges = Array.from({ length: 60_000 }, (_, n) => `10.${n >> 8}.${n & 255}.0/24`)

test('very many ranges of an actor are written while others are served', async () => {
  let ticks = 0
  const ticking = setInterval(() => void (ticks += 1), 0)
  const readIn = new Map<number, number>()
  const read = function* (): Generator<string> {
    for (const range of ranges) {
      readIn.set(ticks, (readIn.get(ticks) ?? 0) + 1)
      yield range
    }
  }
  const actor: VettedActor = {
    slug: 'wide',
    name: 'Wide',
    category: 'actor',
    reference: '',
    names: [],
    agents: [],
    allRanges: false,
    allNames: false,
    ranges: Object.assign([...ranges], { [Symbol.iterator]: read }),
  }
  const list = { name: 'wide', licence: '', reference: '', now: Date.now(), actors: [actor] }
  expect(await writeActors(analytics, list)).toMatchObject({ added: 1 })
  clearInterval(ticking)
  expect([...readIn.values()].reduce((sum, n) => sum + n, 0)).toBe(ranges.length)
  expect(Math.max(...readIn.values())).toBeLessThan(ranges.length / 2)
})

test('and are known without the engine, taken in a part at a time', async () => {
  const taken = countByTurn()
  const app: typeof analytics.app = {
    ...analytics.app,
    async *stream(query, params) {
      for await (const row of analytics.app.stream(query, params)) {
        taken.add(String(Object(row).lines).split('\n').length)
        yield row
      }
    },
  }
  const holding = await holdingByAll({ app }, ranges.length)
  const { total, highest } = taken.end()
  expect(total).toBe(ranges.length)
  expect(highest).toBeLessThan(total / 4)
  const ips = ['10.7.9.200', '10.234.95.255', '10.234.96.0', '11.0.0.0', '::a07:9c8']
  expect(ips.map((ip) => holding?.(toHex(ip) ?? ''))).toEqual([['wide'], ['wide'], [], [], []])
  const { holding: known } = await openListsInForce(analytics, Date.now)()
  expect(known?.(toHex('10.7.9.200') ?? '')).toEqual(['wide'])
  expect(await holdingByAll(analytics, ranges.length - 1)).toBeNull()
})
