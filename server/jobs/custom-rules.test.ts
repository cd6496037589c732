import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Session } from '#model/session.ts'
import { storeUnit } from '#pipeline/drain/store-unit.ts'
import { splitUnits } from '#pipeline/drain/units.ts'
import { openRules, type RulesInForce } from '#pipeline/tag/in-force.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { derived } from '#store/analytics/rebuild/derived.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { retag } from '#store/analytics/rebuild/retag.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { type AppStore, openAppStore } from '#store/app/open.ts'
import { loadTags } from '#tags/load.ts'
import { get } from '#tags/proof/sketch.ts'
import { rowsOfSessions } from '#store/analytics/sessions/row.ts'
import { openRetagging } from './retagging.ts'

/** Two workspaces with rules of their own on a real engine and a real database. */

const now = Date.UTC(2026, 2, 15, 12)
const log = pino({ level: 'silent' })
const tags = loadTags().filter(({ slug }) => slug === 'env-crawler')
const statements: string[] = []

let folder: string
let analytics: TestAnalytics
let app: AppStore
let rules: RulesInForce
let [one, other] = ['', '']
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-custom-'))
  analytics = await openTestAnalytics({ onStatement: ({ sql }) => statements.push(sql) })
  app = await openAppStore({ file: join(folder, 'app.db') })
  for (const name of ['one', 'other'])
    [one, other] = [other, (await app.installation.workspaces.create({ name, publish: true, now })).id]
  rules = await openRules({ tags, installation: app.installation, analytics })
})
afterAll(async () => {
  await app.close()
  await analytics.close()
  await rm(folder, { recursive: true, force: true })
})

let made = 0
/** What both workspaces see, on three days: days ago, and the path asked for. */
const visits = (workspace: string, seen: readonly (readonly [number, string])[]): Session[] =>
  seen.map(([ago, path]) => ({
    ...get(path),
    id: (++made).toString(16).padStart(32, '0'),
    workspace,
    published: true,
    firstPacket: now - 3_600_000 - ago * 86_400_000,
    lastPacket: now - 3_600_000 - ago * 86_400_000,
  }))

const store = async (sessions: readonly Session[], by = rules): Promise<void> => {
  const storing = { analytics, rules: by, retentionDays: 90, clock: () => now, onStored: () => undefined }
  for (const unit of splitUnits(`unit-${++made}`, rowsOfSessions(sessions)).units)
    await storeUnit(storing, unit, false)
}

/** Runs the job until nothing is due. @returns the days that were retagged */
async function retagStale(): Promise<number> {
  const options = { analytics, rules, retentionDays: 90, clock: () => now, log, onRetagged: () => undefined }
  for (let rounds = 0, days = 0; rounds < 50; rounds++) {
    const { job, status } = openRetagging(options)
    const worked = await job.run(new AbortController().signal)
    days += status().retagged
    if (!worked) return days
  }
  throw new Error('It never ends.')
}

const carried = defineQuery({
  name: 'custom tags by workspace, day and path',
  params: z.object({}),
  row: z.object({
    workspace: z.string(),
    day: z.iso.date(),
    path: z.string(),
    tags: z.array(z.string()),
    custom: z.array(z.string()),
  }),
  sql: `SELECT workspace, toDate(first_packet) AS day, http_path[1] AS path, tags, custom_tags AS custom
FROM {db}.sessions ORDER BY first_packet DESC, path`,
})
/** "day path: custom tags" of the sessions that carry any. */
const customOf = async (workspace: string): Promise<string[]> =>
  (await analytics.app.run(carried, {}))
    .filter((row) => row.workspace === workspace && row.custom.length > 0)
    .map(({ day, path, custom }) => `${day.slice(8)} ${path}: ${custom.join(' ')}`)

const seen = [
  [0, '/shop'],
  [0, '/.env'],
  [1, '/.env'],
  [2, '/admin'],
] as const

test('a rule of a workspace tags its sessions only, on their way in and on the days where they are', async () => {
  await store([...visits(one, seen), ...visits(other, seen)])
  expect(await retagStale()).toBe(0)
  await app.installation.workspace(one).rules.put({ slug: 'our-shop', rule: 'http.path:"/shop*"' })
  // Only the newest day holds what the new rule can touch.
  expect(await retagStale()).toBe(1)
  expect(await customOf(one)).toEqual(['15 /shop: our-shop'])
  await store([...visits(other, [[1, '/shop/2']]), ...visits(one, [[1, '/shop/3']])])
  expect(await customOf(one)).toEqual(['15 /shop: our-shop', '14 /shop/3: our-shop'])
  expect(await customOf(other)).toEqual([])
  expect(await retagStale()).toBe(0)
})

test('changing it makes its days due and no others, and removing it takes its tags away', async () => {
  await app.installation.workspace(other).rules.put({ slug: 'their-admin', rule: 'http.path:"/admin*"' })
  expect(await retagStale()).toBe(1)
  expect(await customOf(other)).toEqual(['13 /admin: their-admin'])
  await app.installation.workspace(one).rules.put({ slug: 'our-shop', rule: 'http.path:"/shop"' })
  // On the day before one session loses the tag; the newest keeps what it has.
  expect(await retagStale()).toBe(1)
  expect(await customOf(one)).toEqual(['15 /shop: our-shop'])
  await app.installation.workspace(one).rules.remove('our-shop')
  expect(await retagStale()).toBe(1)
  expect(await customOf(one)).toEqual([])
  expect(await customOf(other)).toEqual(['13 /admin: their-admin'])
})

test('nothing public knows of custom tags, and tags of the product are what they were', async () => {
  const public_ = async (): Promise<unknown> => {
    await refreshDocuments(analytics, { now })
    return derived(analytics)
  }
  const before = await public_()
  const tagged = async (): Promise<string[][]> =>
    (await analytics.app.run(carried, {})).map((row) => row.tags)
  const tagsBefore = await tagged()
  expect(tagsBefore.flat()).toContain('env-crawler')
  await app.installation.workspace(one).rules.put({ slug: 'env-crawler', rule: 'http.path:*' })
  expect(await retagStale()).toBe(3)
  expect(await customOf(one)).toHaveLength(5)
  expect(await public_()).toEqual(before)
  expect(await tagged()).toEqual(tagsBefore)
  // Nor do days lose them that are retagged by the product's rules.
  const { name, tagging, counting } = rules.product
  await retag(analytics, { origin: 'live', day: '2026-03-15', name, tagging, counting })
  expect(await customOf(one)).toHaveLength(5)
})

test('rules are compiled once while nothing changes, and another server’s change is seen at once', async () => {
  const [first, second] = [await rules.own([one, other]), await rules.own([one, other])]
  expect([...first.keys()].toSorted()).toEqual([one, other].toSorted())
  expect(second.get(one)).toBe(first.get(one))
  const elsewhere = await openRules({ tags, installation: app.installation, analytics })
  expect((await elsewhere.own()).get(one)?.name).toBe(first.get(one)?.name)
  await app.installation.workspace(one).rules.put({ slug: 'new', rule: 'http.path:"/new"' })
  const third = await rules.own([one, other])
  expect(third.get(one)?.name).not.toBe(first.get(one)?.name)
  expect(third.get(other)).toBe(first.get(other))
})

test('a rule that nobody understands is left out, and sessions are stored all the same', async () => {
  await app.installation.workspace(other).rules.put({ slug: 'broken', rule: 'no.such.field:1' })
  await app.installation.workspace(other).rules.put({ slug: 'of-tags', rule: 'tags:env-crawler' })
  await store(visits(other, [[0, '/admin/late']]))
  expect(await customOf(other)).toEqual(['15 /admin/late: their-admin', '13 /admin: their-admin'])
})

test('sessions that a server stores by rules of a moment ago make their day due', async () => {
  await retagStale()
  const stale = await rules.own()
  const slow: RulesInForce = { ...rules, own: async () => stale }
  await app.installation.workspace(one).rules.put({ slug: 'late', rule: 'http.path:"/late"' })
  expect(await retagStale()).toBe(0)
  await store(visits(one, [[2, '/late']]), slow)
  expect((await customOf(one)).filter((line) => line.includes('/late'))).toEqual(['13 /late: env-crawler'])
  expect(await retagStale()).toBe(1)
  expect((await customOf(one)).filter((line) => line.includes('/late'))).toEqual([
    '13 /late: env-crawler late',
  ])
})

test('own rules that fail keep no session from being stored, and the day is due', async () => {
  await retagStale()
  const [[, set] = []] = await rules.own([one])
  if (!set) throw new Error('The workspace has rules.')
  const refused = { ...set, tagger: () => Promise.reject(new Error('These rules cannot be asked.')) }
  await store(visits(one, [[2, '/refused']]), { ...rules, own: async () => new Map([[one, refused]]) })
  const ofRefused = async (): Promise<string[][]> =>
    (await analytics.app.run(carried, {}))
      .filter(({ path }) => path === '/refused')
      .map(({ custom }) => custom)
  expect(await ofRefused()).toEqual([[]])
  expect(await retagStale()).toBe(1)
  expect(await ofRefused()).toEqual([['env-crawler']])
})

test('one statement tells which days a change touches, however many there are', async () => {
  await retagStale()
  statements.length = 0
  await app.installation.workspace(one).rules.put({ slug: 'nobody', rule: 'http.path:"/nobody*"' })
  expect(await retagStale()).toBe(0)
  expect(statements.filter((sql) => sql.includes('arraySort(arrayFilter(tag_'))).toHaveLength(1)
})
