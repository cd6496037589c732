import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Session } from '#model/session.ts'
import { defineQuery } from '../query/define.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '../testing.ts'
import { addressSlices, inSlice } from './address-slices.ts'
import { derived } from './derived.ts'
import { retag } from './retag.ts'
import { thresholdDifferences } from './threshold-differences.ts'
import type { Counting } from './threshold-tags.ts'

let statements: string[] = []
let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: ({ sql }) => void statements.push(sql) })
})
afterAll(() => analytics.close())

const today = '2026-03-15'
const day = { origin: 'live', day: today } as const
const range = { origin: 'live', from: today, to: today } as const
const hour = 3_600_000
let units = 0
const store = (sessions: Session[]): Promise<void> =>
  insertSessions(analytics, { sessions, token: `unit-${++units}` })

/** Sources at both ends and in both families; one that sent more than a slice holds. */
const sources = [
  '::',
  ...Array.from({ length: 30 }, (_, at) => `198.51.100.${at}`),
  ...Array.from({ length: 25 }, () => '203.0.113.7'),
  ...Array.from({ length: 9 }, (_, at) => `2001:db8::${at}`),
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
]
const later = (from: string, ago: number, of: Parameters<typeof exampleSession>[0] = {}): Session =>
  exampleSession({ from, firstPacket: exampleNow - ago, ...of })

beforeEach(async () => {
  await removeRows(analytics)
  await store(sources.map((from, at) => later(from, at * 1000)))
  // Counts over time reach back to them.
  await store(sources.slice(0, 20).map((from) => later(from, 23 * hour)))
  statements = []
})

const sourcesOf = defineQuery({
  name: 'sources of a slice',
  params: z.record(z.string(), z.unknown()),
  row: z.object({ ips: z.array(z.string()) }),
  sql: 'SELECT groupUniqArray(toString(src_ip)) AS ips FROM {db}.sessions WHERE {{slice}}',
})

test('each source is of one slice, one that sent more than a slice holds as well', async () => {
  const [host] = analytics.hosts
  if (!host) throw new Error('There is no host.')
  const slices = await addressSlices(host, range, 10)
  expect(slices.length).toBeGreaterThan(5)
  const found: string[] = []
  for (const slice of slices)
    for (const { ips } of await analytics.app.run(sourcesOf, {}, { fragments: { slice: inSlice(slice) } }))
      found.push(...ips)
  expect(found).toHaveLength(new Set(sources).size)
  expect(new Set(found).size).toBe(found.length)
  expect(await addressSlices(host, range)).toEqual([{ isLarge: false }])
})

const one = { sql: '1', params: {} }
const counting: Counting[] = [
  { slug: 'busy', of: 'sessions', atLeast: 2, within: 86_400, base: one },
  { slug: 'wide', of: 'ports', atLeast: 3, within: 60, base: one },
  { slug: 'paths', of: 'paths', atLeast: 3, within: 60, base: one },
]
const all = { ...day, counting, tagging: { sql: "['any']", params: {} } }

const carried = defineQuery({
  name: 'tags of sessions',
  params: z.object({}),
  row: z.object({ id: z.string(), tags: z.array(z.string()) }),
  sql: 'SELECT id, tags FROM {db}.sessions ORDER BY id',
})
const status = async () => {
  const { ipDay, tagDay } = await derived(analytics)
  return { sessions: await analytics.app.run(carried, {}), ipDay, tagDay }
}
/** Of each table, the statements that filled its staging twin. */
const staged = (): number[] =>
  ['sessions', 'ip_day', 'tag_day'].map(
    (table) => statements.filter((sql) => sql.startsWith(`INSERT INTO noisefloor.${table}_staging`)).length,
  )
const amount = async (size?: number): Promise<number> =>
  (await thresholdDifferences(analytics, range, counting, size)).size

test('a day that is tagged and rolled up in slices is what it is when that is done at once', async () => {
  await store([
    ...[1, 2, 3].map((port) => later('198.51.100.40', port * 1000, { port })),
    ...[1, 2, 3].map((port) => later('198.51.100.41', port * 40_000, { port })),
    // One session is enough for what counts several of each.
    later('198.51.100.42', 0, { http: exampleHttp({ path: '/a' }, { path: '/b' }, { path: '/c' }) }),
  ])
  expect([await amount(), await amount(10)]).toEqual([1, 1])
  statements = []
  await retag(analytics, all)
  // Of ip_day the other days of the month as well.
  expect(staged()).toEqual([1, 2, 1])
  const atOnce = await status()
  expect(new Set(atOnce.sessions.flatMap(({ tags }) => tags))).toEqual(
    new Set(['any', 'busy', 'wide', 'paths']),
  )
  expect([await amount(), await amount(10)]).toEqual([0, 0])
  await retag(analytics, { ...day, tagging: { sql: "['other']", params: {} } })
  statements = []
  await retag(analytics, { ...all, sessionsAtOnce: 10 })
  expect(Math.min(...staged())).toBeGreaterThan(5)
  expect(await status()).toEqual(atOnce)
})

const marked = defineQuery({
  name: 'marked addresses',
  params: z.object({}),
  row: z.object({ ip: z.string() }),
  sql: 'SELECT DISTINCT toString(ip) AS ip FROM {db}.ip_dirty',
})

test('in slices as well only those addresses are marked whose sessions carry other tags', async () => {
  const busy = '::ffff:203.0.113.7'
  await retag(analytics, { ...all, name: 'one', sessionsAtOnce: 10 })
  await analytics.migrator.command('TRUNCATE TABLE {local}.ip_dirty')
  const tagging = { sql: "[if(src_ip = toIPv6({busy: String}), 'other', 'any')]", params: { busy } }
  await retag(analytics, { ...all, tagging, name: 'two', sessionsAtOnce: 10 })
  expect(await analytics.app.run(marked, {})).toEqual([{ ip: busy }])
})
