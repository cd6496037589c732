import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Session } from '#model/session.ts'
import { cases } from '#tests/cases.ts'
import { exampleSession } from '../sessions/example.ts'
import { insertSessions, type TagsOf } from '../sessions/testing.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { addNoted } from './add-noted.ts'
import { product } from './notes.ts'
import { rightlyCounted } from './rightly-counted.ts'
import { staleDays, type Rules } from './stale-days.ts'
import { hasThresholdDifferences } from './threshold-differences.ts'
import type { Counting } from './threshold-tags.ts'

const statements: string[] = []
let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: ({ sql }) => statements.push(sql) })
})
afterAll(() => analytics.close())
const empty = async (): Promise<void> => {
  for (const table of ['sessions', 'tagged_days', 'ip_day', 'tag_day'])
    await analytics.migrator.command(`TRUNCATE TABLE {local}.${table}`)
}
beforeEach(empty)

const dayMs = 86_400_000
const firstMidnight = Date.UTC(2026, 2, 13)
/** Some windows reach over midnight, and one over a whole day. */
const counting: Counting[] = [
  { slug: 'wide', of: 'destinations', atLeast: 3, within: 60, base: { sql: '1', params: {} } },
  { slug: 'slow', of: 'destinations', atLeast: 4, within: 86_400, base: { sql: '1', params: {} } },
]
const rules: Rules = { name: 'a', tagging: { sql: 'emptyArrayString()', params: {} }, counting }

interface Drawn {
  midnight: number
  second: number
  to: number
  from: number
  isTagged: boolean
}

/** Half seconds around each of five midnights; some carry a tag over time, rightly or not. */
const drawn = fc.record<Drawn>({
  midnight: fc.constantFrom(0, 1, 2, 4),
  second: fc.integer({ min: -100, max: 100 }),
  to: fc.integer({ min: 1, max: 4 }),
  from: fc.integer({ min: 1, max: 2 }),
  isTagged: fc.boolean(),
})

const sessionOf = ({ midnight, second, to, from }: Drawn, index: number): Session => ({
  ...exampleSession({
    from: `203.0.113.${from}`,
    firstPacket: firstMidnight + midnight * dayMs + second * 500,
  }),
  id: index.toString(16).padStart(32, '0'),
  destination: { ip: `192.0.2.${to}`, port: 80, bytes: 1, packets: 1 },
})

let units = 0
/** As the server does: the note, then the sessions. */
async function takeIn(sessions: readonly Session[], tagsOf: TagsOf = () => []): Promise<void> {
  for (const [at, some] of Map.groupBy(sessions, ({ firstPacket }) => Math.floor(firstPacket / dayMs))) {
    const day = new Date(at * dayMs).toISOString().slice(0, 10)
    await insertSessions(analytics, {
      sessions: some,
      token: `unit-${++units}`,
      tagsOf,
      within: (append) =>
        addNoted(analytics, { origin: 'live', day, rules: new Map([[product, 'a']]) }, append),
    })
  }
}

test('days looked at together are told right or wrong as each is alone, and the right ones alone are noted', async () => {
  let [right, wrong] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 4, maxLength: 40 }), async (list) => {
      await empty()
      const of = (isTagged: boolean): Session[] =>
        list.flatMap((one, index) => (one.isTagged === isTagged ? sessionOf(one, index) : []))
      await takeIn(of(false))
      await takeIn(of(true), () => ['wide'])
      const { due } = await staleDays(analytics, 'a')
      const alone: typeof due = []
      for (const day of due) if (!(await hasThresholdDifferences(analytics, day, counting))) alone.push(day)
      expect(await rightlyCounted(analytics, due, rules)).toEqual(alone)
      expect((await staleDays(analytics, 'a')).due).toEqual(due.filter((day) => !alone.includes(day)))
      right += alone.length
      wrong += due.length - alone.length
    }),
    { numRuns: cases(5, 40), seed: 20_261_123 },
  )
  expect(right).toBeGreaterThan(0)
  expect(wrong).toBeGreaterThan(0)
})

test('a month just taken in is settled by one statement over its sessions, and sessions that come afterwards make their days due', async () => {
  const month = Array.from({ length: 30 }, (_, at) =>
    sessionOf({ midnight: at, second: 0, to: 1, from: 1, isTagged: false }, at),
  )
  await takeIn(month)
  const { due } = await staleDays(analytics, 'a')
  expect(due).toHaveLength(30)
  statements.length = 0
  expect(await rightlyCounted(analytics, due, rules)).toEqual(due)
  expect(statements.filter((sql) => sql.includes('counted_tags'))).toHaveLength(1)
  expect((await staleDays(analytics, 'a')).due).toEqual([])
  await takeIn([sessionOf({ midnight: 3, second: 9, to: 2, from: 1, isTagged: false }, 99)])
  // The day after counts what came before it.
  expect((await staleDays(analytics, 'a')).due.map(({ day }) => day)).toEqual(['2026-03-17', '2026-03-16'])
})
