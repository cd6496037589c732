import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Analytics } from '../open.ts'
import { openTestAnalytics } from '../testing.ts'
import { type VettedActor, writeActors } from './actors.ts'

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
