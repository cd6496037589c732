import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Session } from '#model/session.ts'
import { cases } from '#tests/cases.ts'
import { defineQuery } from '../query/define.ts'
import { daysOfCapture } from '../sessions/days.ts'
import { exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { noTagging, type Tagging } from '../sessions/tagging.ts'
import { makeAnew } from '../parts/heal.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import type { Counting } from './threshold-tags.ts'
import { addNoted } from './add-noted.ts'
import { product } from './notes.ts'
import { retag } from './retag.ts'
import { staleDays, type Rules, retagIfTouched } from './stale-days.ts'

const statements: string[] = []
let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: ({ sql }) => statements.push(sql) })
})
afterAll(() => analytics.close())
beforeEach(async () => {
  for (const table of ['sessions', 'tagged_days', 'ip_day', 'tag_day'])
    await analytics.migrator.command(`TRUNCATE TABLE {local}.${table}`)
})

const counting: Counting[] = [
  { slug: 'wide', of: 'destinations', atLeast: 3, within: 60, base: { sql: '1', params: {} } },
  {
    slug: 'busy',
    of: 'sessions',
    atLeast: 4,
    within: 30,
    base: { sql: 'dst_port = {count1_0:UInt16}', params: { count1_0: 22 } },
  },
  {
    slug: 'unasked',
    of: 'destinations',
    atLeast: 3,
    within: 60,
    base: { sql: 'vantage = {count2_0:String}', params: { count2_0: 'sensor' } },
  },
]
const rules = (name: string, tagging: Tagging = noTagging): Rules => ({ name, tagging, counting })

const midnight = Date.UTC(2026, 2, 15)

interface Drawn {
  second: number
  to: number
  port: number
  from: number
  published: boolean
}

const sessionOf = ({ second, to, port, from, published }: Drawn, index: number): Session => ({
  ...exampleSession({ from: `203.0.113.${from}`, port, firstPacket: midnight + second * 500 }),
  id: index.toString(16).padStart(32, '0'),
  published,
  destination: { ip: `192.0.2.${to}`, port, bytes: 1, packets: 1 },
})

const dayOf = ({ firstPacket }: Session): number => Math.floor(firstPacket / 86_400_000)

/** Said plainly: a session of the same day up to which the address shows enough, this one among what it shows. */
const plainly = (sessions: readonly Session[]): Map<string, string[]> =>
  new Map(
    sessions.map((session) => [
      session.id,
      counting
        .filter(({ slug, of, atLeast, within }) => {
          const base = (one: Session): boolean =>
            (slug !== 'busy' || one.destination.port === 22) &&
            (slug !== 'unasked' || one.vantage === 'sensor')
          const alike = sessions.filter(
            (one) => base(one) && one.source.ip === session.source.ip && one.published === session.published,
          )
          const upTo = (last: Session): Session[] =>
            alike.filter(
              (one) =>
                one.firstPacket <= last.firstPacket && one.firstPacket > last.firstPacket - within * 1000,
            )
          const keyOf = (one: Session): string => (of === 'sessions' ? one.id : one.destination.ip)
          return alike.some(
            (last) =>
              dayOf(last) === dayOf(session) &&
              upTo(last).includes(session) &&
              new Set(upTo(last).map(keyOf)).size >= atLeast,
          )
        })
        .map(({ slug }) => slug)
        .sort(),
    ]),
  )

const stored = defineQuery({
  name: 'tags of sessions',
  params: z.object({}),
  row: z.object({ id: z.string(), tags: z.array(z.string()) }),
  sql: 'SELECT id, tags FROM {db}.sessions',
})
const tagsStored = async (): Promise<Map<string, string[]>> =>
  new Map((await analytics.app.run(stored, {})).map(({ id, tags }) => [id, tags.toSorted()]))

const retagAllStale = async (by: Rules): Promise<number> => {
  let retagged = 0
  for (const day of (await staleDays(analytics, by.name)).due)
    if (await retagIfTouched(analytics, day, by)) retagged += 1
  return retagged
}

let units = 0
const insert = async (sessions: readonly Session[], token = `unit-${++units}`): Promise<void> => {
  for (const [day, some] of Map.groupBy(sessions, ({ firstPacket }) => Math.floor(firstPacket / 86_400_000)))
    await insertSessions(analytics, { sessions: some, token: `${token}-${day}` })
}

/** As the server does: the note, then the sessions. */
const takeIn = async (sessions: readonly Session[], by: string): Promise<void> => {
  const day = new Date(sessions[0]?.firstPacket ?? 0).toISOString().slice(0, 10)
  await insertSessions(analytics, {
    sessions,
    token: `unit-${++units}`,
    within: (append) => addNoted(analytics, { origin: 'live', day, rules: new Map([[product, by]]) }, append),
  })
}

const drawn = fc.record({
  // Half seconds around midnight, so that windows reach over it and many moments are the same.
  second: fc.integer({ min: -150, max: 150 }),
  to: fc.integer({ min: 1, max: 4 }),
  port: fc.constantFrom(22, 80),
  from: fc.integer({ min: 1, max: 2 }),
  published: fc.boolean(),
})

describe('tags over time', () => {
  it('are those of the plain reading, whatever order and batches the sessions come in, late or twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { minLength: 8, maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: 39 }), { maxLength: 3 }),
        fc.boolean(),
        async (list, cuts, settledBetween) => {
          for (const table of ['sessions', 'tagged_days', 'ip_day', 'tag_day'])
            await analytics.migrator.command(`TRUNCATE TABLE {local}.${table}`)
          const sessions = list.map(sessionOf)
          const places = [...new Set([0, ...cuts, sessions.length])].sort((one, other) => one - other)
          const pieces = places
            .map((at, index) => sessions.slice(at, places[index + 1]))
            .filter((piece) => piece.length > 0)
          for (const piece of pieces.toReversed()) {
            const token = `drawn-${++units}`
            await insert(piece, token)
            await insert(piece, token)
            if (settledBetween) await retagAllStale(rules('a'))
          }
          await retagAllStale(rules('a'))
          expect(await tagsStored()).toEqual(plainly(sessions))
          expect((await staleDays(analytics, 'a')).due).toEqual([])
        },
      ),
      { numRuns: cases(3, 8) },
    )
  })
})

describe('changing what a capture was taken at', () => {
  const tried = (second: number, to: number, capture: string) => ({
    of: { second, to, port: 80, from: 1, published: true },
    capture,
  })
  // One has a scan of its own, and enough at the end of its day that the other, which began the day after, is part of one.
  const acrossMidnight = [
    ...[1, 2, 3].map((to) => tried(-150, to, 'one')),
    ...[1, 2].map((to) => tried(-10, to, 'one')),
    tried(10, 3, 'other'),
  ]

  it('is right for tags over time with one change, in both directions, also on a day the capture does not reach', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ of: drawn, capture: fc.constantFrom('one', 'other') }), { maxLength: 30 }),
        async (list) => {
          for (const table of ['sessions', 'tagged_days', 'ip_day', 'tag_day'])
            await analytics.migrator.command(`TRUNCATE TABLE {local}.${table}`)
          const sessions = list.map(({ of, capture }, index) => ({ ...sessionOf(of, index), capture }))
          await insert(sessions)
          await retagAllStale(rules('a'))
          for (const at of ['network', 'sensor'] as const) {
            const { workspace = '' } = sessions[0] ?? {}
            for (const day of await daysOfCapture(analytics, { workspace, capture: 'one' }))
              await retag(analytics, { ...day, tagging: noTagging, counting, taken: { capture: 'one', at } })
            const changed = sessions.map((session): Session =>
              session.capture === 'one' ? { ...session, vantage: at } : session,
            )
            expect(await tagsStored()).toEqual(plainly(changed))
          }
        },
      ),
      { numRuns: cases(2, 8), examples: [[acrossMidnight]], endOnFailure: true },
    )
  })
})

describe('the worked example of docs/methods/tags.md', () => {
  const at = (list: readonly (readonly [number, number])[]): Session[] =>
    list.map(([second, to], index) => ({
      ...sessionOf({ second: second * 2, to, port: 80, from: 9, published: true }, index),
      id: `at-${second}`,
    }))
  const carrying = async (sessions: Session[]): Promise<string[]> => {
    await insert(sessions)
    await retagAllStale(rules('a'))
    return [...(await tagsStored())]
      .filter(([, tags]) => tags.includes('wide'))
      .map(([id]) => id)
      .sort()
  }
  const others = [
    [0, 1],
    [30, 1],
    [59, 3],
    [95, 4],
  ] as const

  it('is reached at 59 s, and all four up to it carry the tag', async () => {
    expect(await carrying(at([...others, [20, 2]]))).toEqual(['at-0', 'at-20', 'at-30', 'at-59'])
  })

  it('is reached at 95 s, too, when B came at 40 s', async () => {
    expect(await carrying(at(others))).toEqual([])
    expect(await carrying(at([[40, 2]]))).toEqual(['at-0', 'at-30', 'at-40', 'at-59', 'at-95'])
  })
})

describe('days', () => {
  const session = (daysAgo: number) => exampleSession({ firstPacket: exampleNow - daysAgo * 86_400_000 })

  it('are due newest first when the rules change, and done one by one, also after a break', async () => {
    await insert([session(0), session(1), session(2)])
    const first = await staleDays(analytics, 'a')
    expect(first.days).toBe(3)
    expect(first.due.map(({ day }) => day)).toEqual(['2026-03-15', '2026-03-14', '2026-03-13'])
    const newest = first.due[0]
    if (!newest) throw new Error('Nothing is due.')
    await retagIfTouched(analytics, newest, rules('a'))
    expect((await staleDays(analytics, 'a')).due.map(({ day }) => day)).toEqual(['2026-03-14', '2026-03-13'])
    await retagAllStale(rules('a'))
    expect((await staleDays(analytics, 'a')).due).toEqual([])
    expect((await staleDays(analytics, 'b')).due.length).toBe(3)
    const always: Tagging = { sql: "['always']", params: {} }
    expect(await retagAllStale(rules('b', always))).toBe(3)
    expect([...(await tagsStored()).values()]).toEqual([['always'], ['always'], ['always']])
  })

  it('are left alone past the retention, where a rollup knows more than the sessions that came late', async () => {
    await insert([session(0), session(2)])
    expect((await staleDays(analytics, 'a', '2026-03-14')).due.map(({ day }) => day)).toEqual(['2026-03-15'])
  })

  it('are looked at when sessions came, and left alone when nothing that is counted changed', async () => {
    await insert([session(0)])
    await retagAllStale(rules('a'))
    await insert([session(0)])
    expect((await staleDays(analytics, 'a')).due).toEqual([
      { origin: 'live', day: '2026-03-15', because: 'sessions' },
    ])
    expect(await retagAllStale(rules('a'))).toBe(0)
    expect((await staleDays(analytics, 'a')).due).toEqual([])
  })

  it('that intake tagged with the same rules are looked at, and none is retagged', async () => {
    statements.length = 0
    for (const daysAgo of [4, 3, 2, 1, 0, 2]) await takeIn([session(daysAgo), session(daysAgo)], 'a')
    const { due } = await staleDays(analytics, 'a')
    expect(due.map(({ because }) => because)).toEqual(Array.from({ length: 5 }, () => 'sessions'))
    expect(await retagAllStale(rules('a'))).toBe(0)
    expect((await staleDays(analytics, 'a')).due).toEqual([])
    expect(statements.filter((sql) => sql.includes('sessions_staging'))).toEqual([])
    // Another release has other rules: all of them are due to it.
    expect((await staleDays(analytics, 'b')).due.length).toBe(5)
  })

  it('that were taken in under several rules, or nobody knows which, are retagged', async () => {
    await takeIn([session(2)], 'a')
    await takeIn([session(2)], 'b')
    await insert([session(1)])
    await takeIn([session(1)], 'a')
    for (const name of ['a', 'b'])
      expect((await staleDays(analytics, name)).due.map(({ because }) => because)).toEqual(['rules', 'rules'])
    const always: Tagging = { sql: "['always']", params: {} }
    expect(await retagAllStale(rules('a', always))).toBe(2)
    expect([...(await tagsStored()).values()].every((tags) => tags.join() === 'always')).toBe(true)
  })

  it('that lost their sessions begin again, also after a process that died between its note and its sessions', async () => {
    const dead = addNoted(
      analytics,
      { origin: 'live', day: '2026-03-15', rules: new Map([[product, 'old']]) },
      () => Promise.reject(new Error('killed')),
    )
    await expect(dead).rejects.toThrow('killed')
    expect((await staleDays(analytics, 'a')).due).toEqual([])
    await takeIn([session(0)], 'a')
    expect((await staleDays(analytics, 'a')).due.map(({ because }) => because)).toEqual(['sessions'])
  })

  it('of which a note was damaged are retagged: an older one may have come to light', async () => {
    await takeIn([session(0)], 'a')
    await retagAllStale(rules('a'))
    expect((await staleDays(analytics, 'a')).due).toEqual([])
    expect(await makeAnew(analytics, { table: 'tagged_days', partition: 'all' })).toBe(
      'every day is retagged',
    )
    expect((await staleDays(analytics, 'a')).due.map(({ because }) => because)).toEqual(['rules'])
    expect(await retagAllStale(rules('a'))).toBe(1)
  })

  it('taken in with the same rules carry the tags over time that their sessions show together', async () => {
    const others = [2, 3, 4].map((to, index) =>
      sessionOf({ second: index, to, port: 80, from: 9, published: true }, index),
    )
    for (const one of others) await takeIn([one], 'a')
    expect(await retagAllStale(rules('a'))).toBe(1)
    expect(await tagsStored()).toEqual(plainly(others))
  })
})
