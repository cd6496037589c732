import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { random } from '#demo/random.ts'
import type { Session, Vantage } from '#model/session.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import { defineQuery } from '../query/define.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '../testing.ts'
import { addNoted } from './add-noted.ts'
import { derived } from './derived.ts'
import { product } from './notes.ts'
import { recount, type Retag, retag } from './retag.ts'
import { staleDays } from './stale-days.ts'
import type { Taken } from './tagged-anew.ts'
import type { Counting } from './threshold-tags.ts'

let analytics: TestAnalytics
let statements: string[] = []
/** A process that dies throws before its n-th statement that changes rows or parts; whatever it had sent stays done. */
let left = Infinity
beforeAll(async () => {
  analytics = await openTestAnalytics({
    onStatement: ({ sql }) => {
      statements.push(sql)
      if (/^\s*(INSERT|ALTER)\b/.test(sql) && --left < 0) throw new Error('killed')
    },
  })
})
afterAll(() => analytics.close())
beforeEach(async () => {
  left = Infinity
  await removeRows(analytics)
})

const workspace = '00000000-0000-4000-8000-000000000001'
const [today, next] = ['2026-03-15', '2026-03-16'] as const
const tagging = {
  sql: `arrayConcat(['any'], if(vantage = 'network', ['inside'], []), if(has(http_path, {path: String}), ['admin'], []))`,
  params: { path: '/admin' },
}
const atSensor = { sql: `vantage = 'sensor'`, params: {} }
const counting: Counting[] = [
  { slug: 'busy', of: 'sessions', atLeast: 3, within: 3600, base: atSensor },
  { slug: 'wide', of: 'ports', atLeast: 2, within: 86_400, base: atSensor },
  { slug: 'often', of: 'sessions', atLeast: 2, within: 86_400, base: { sql: '1', params: {} } },
]
/** Those of them that ask what a capture was taken at. */
const ofVantage = {
  slugs: ['inside', 'busy', 'wide'],
  tagging: { sql: `if(vantage = {wanted: String}, ['inside'], [])`, params: { wanted: 'network' } },
  counting: counting.slice(0, 2),
}
const own = {
  workspace,
  name: 'own',
  tagging: { sql: `if(vantage = {path: String}, ['mine'], ['other'])`, params: { path: 'network' } },
}
const rules = { origin: 'live', name: 'one', tagging, counting } as const

let units = 0
/** Sessions of one day, tagged on their way in by this set of rules and an own one. */
const store = (sessions: Session[], name = 'one'): Promise<void> =>
  insertSessions(analytics, {
    sessions,
    token: `unit-${++units}`,
    tagsOf: ({ http }) => (http?.requests.some(({ path }) => path === '/admin') ? ['admin', 'any'] : ['any']),
    customTagsOf: (session) => (session.workspace === workspace ? ['other'] : []),
    within: (append) =>
      addNoted(
        analytics,
        {
          origin: 'live',
          day: new Date(sessions[0]!.firstPacket).toISOString().slice(0, 10),
          rules: new Map([
            [product, name],
            [workspace, 'own'],
          ]),
        },
        append,
      ),
  })

/** What is counted over time is right on both days. */
async function countBoth(): Promise<void> {
  for (const day of [today, next]) await recount(analytics, { origin: 'live', day, counting, name: 'one' })
  await refreshDocuments(analytics, { now: exampleNow })
}

const carried = defineQuery({
  name: 'sessions with their tags',
  params: z.object({}),
  row: z.object({ row: z.string() }),
  sql: 'SELECT toString(tuple(* EXCEPT custom_tags, arraySort(custom_tags))) AS row FROM {db}.sessions ORDER BY id',
})
async function rolledUp() {
  const { ipDay, tagDay } = await derived(analytics)
  const sessions = (await analytics.app.run(carried, {})).map(({ row }) => row)
  return { sessions, ipDay, tagDay }
}
async function status() {
  await refreshDocuments(analytics, { now: exampleNow })
  return { ...(await rolledUp()), documents: (await derived(analytics)).documents }
}

const change = (at: Vantage, more: Partial<Retag> = {}): Promise<void> =>
  retag(analytics, {
    ...rules,
    day: today,
    own,
    taken: { capture: 'changed', at, rules: ofVantage },
    ...more,
  })
/** The same, all of the day written anew: whoever names no rules is not known to have tagged it. */
const changeWhole = (at: Vantage, more: Partial<Taken> = {}): Promise<void> => {
  const { name: _, ...unnamed } = rules
  return retag(analytics, { ...unnamed, day: today, own, taken: { capture: 'changed', at, ...more } })
}
/** Days whose sessions were written anew. */
const written = (): number => statements.filter((sql) => /^INSERT INTO \S+sessions_staging/.test(sql)).length

/** Sources that several captures saw, on both sides of midnight. */
function drawn(seed: number): Session[][] {
  const { int, pick } = random(`few ${seed}`)
  const midnight = Date.parse(next)
  const at = (from: number, to: number): Session =>
    exampleSession({
      from: `198.51.100.${int(0, 5)}`,
      port: int(1, 3),
      firstPacket: midnight + int(from, to) * 60_000,
      capture: pick(['changed', 'other', 'third']),
      published: int(0, 4) > 0,
      workspace: pick([workspace, '00000000-0000-4000-8000-000000000002']),
      http: int(0, 2) === 0 ? exampleHttp({ path: pick(['/admin', '/']) }) : null,
      direction: int(0, 9) === 0 ? 'backscatter' : 'request',
    })
  return [
    [{ ...at(-300, -1), capture: 'changed' }, ...Array.from({ length: int(3, 20) }, () => at(-300, -1))],
    Array.from({ length: int(1, 10) }, () => ({ ...at(0, 200), capture: 'other' })),
  ]
}

test('a capture that is taken at something else changes what tagging all of its day anew would, and the day after with it', async () => {
  for (let seed = 0; seed < 2; seed++) {
    await removeRows(analytics)
    for (const sessions of drawn(seed)) await store(sessions)
    await countBoth()
    const before = await status()
    statements = []
    await change('network')
    expect(written(), `seed ${seed}`).toBe(0)
    const few = await status()
    await change('sensor')
    expect(await status(), `seed ${seed}, back`).toEqual(before)
    await changeWhole('network')
    expect(written()).toBeGreaterThan(0)
    expect(await status(), `seed ${seed}, whole`).toEqual(few)
  }
}, 240_000)

const kinds = defineQuery({
  name: 'kinds of the sessions of a capture',
  params: z.object({}),
  row: z.object({ kind: z.string() }),
  sql: `SELECT DISTINCT concat(if(published, '', 'not '), 'published, ', vantage, if(has(tags, 'inside'), ', inside', '')) AS kind
FROM {db}.sessions WHERE capture = 'changed' ORDER BY kind`,
})
const kindsNow = async () => (await analytics.app.run(kinds, {})).map(({ kind }) => kind)

test('sessions that are not published can be left as they are, and are tagged as what they are', async () => {
  const hidden = exampleSession({
    capture: 'changed',
    published: false,
    firstPacket: Date.parse(next) - 1000,
  })
  await store([...drawn(1)[0]!, hidden])
  await countBoth()
  await change('network')
  expect(await kindsNow()).toEqual(['not published, network, inside', 'published, network, inside'])
  statements = []
  const onlyPublished = { capture: 'changed', at: 'sensor', onlyPublished: true } as const
  await change('sensor', { taken: { ...onlyPublished, rules: ofVantage } })
  expect(written()).toBe(0)
  expect(await kindsNow()).toEqual(['not published, network, inside', 'published, sensor'])
  const few = await status()
  await changeWhole('network')
  await changeWhole('sensor', onlyPublished)
  expect(await status()).toEqual(few)
})

test('what came for others since is counted later: their day stays due', async () => {
  const quiet = (port: number, capture = 'other') =>
    exampleSession({ from: '203.0.113.9', port, capture, firstPacket: exampleNow })
  await store([quiet(1), exampleSession({ capture: 'changed' })])
  await countBoth()
  await store([quiet(2)])
  const due = [{ origin: 'live', day: today, because: 'sessions' }]
  expect((await staleDays(analytics, 'one')).due).toEqual(due)
  statements = []
  await change('network')
  expect(written()).toBe(0)
  expect((await staleDays(analytics, 'one')).due).toEqual(due)
  await countBoth()
  expect(written()).toBe(0)
  expect((await status()).sessions.filter((row) => row.includes("'wide'"))).toHaveLength(2)
})

test('a day that another set of rules tagged in part, one whose own tags are of another, and more than few are written anew whole', async () => {
  const one = () => exampleSession({ capture: 'changed' })
  await store([one()], 'one')
  await store([one()], 'another')
  statements = []
  await change('network')
  expect(written()).toBe(1)
  await change('sensor')
  expect(written()).toBe(1)
  await change('network', { own: { ...own, name: 'newer' } })
  expect(written()).toBe(2)

  for (const [sessions, days] of [
    [10_001, 1],
    [4001, 0],
  ] as const) {
    await removeRows(analytics)
    await store(Array.from({ length: sessions }, one))
    statements = []
    await change('network')
    expect(written()).toBe(days)
    const inside = (await rolledUp()).sessions.filter((row) => row.includes("'inside'"))
    expect(inside).toHaveLength(sessions)
  }
})

test('a process that dies before any one of its changes leaves what the next one completes', async () => {
  await store(drawn(3)[0]!)
  await countBoth()
  const wanted = { sensor: await status(), network: await changeWhole('network').then(status) }
  await changeWhole('sensor')
  // It is known again by which rules.
  await retag(analytics, { ...rules, day: today })
  for (let deaths = 0, isOver = false; !isOver; deaths++) {
    // There and back, each time a statement further.
    const at = deaths % 2 === 0 ? 'network' : 'sensor'
    statements = []
    left = deaths
    isOver = await change(at).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Error && error.message === 'killed')) throw error
        return false
      },
    )
    left = Infinity
    if (isOver) expect([written(), deaths > 10]).toEqual([0, true])
    // The change is done again, and days that are not known to be whole are due.
    else await change(at)
    for (const { day, because } of (await staleDays(analytics, 'one')).due)
      if (because === 'rules') await retag(analytics, { ...rules, day })
    if (isOver) expect(await status()).toEqual(wanted[at])
    else expect(await rolledUp(), `after ${deaths}`).toEqual({ ...wanted[at], documents: undefined })
  }
}, 120_000)
