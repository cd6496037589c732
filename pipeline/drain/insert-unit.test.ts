import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Session } from '#model/session.ts'
import { toHex } from '#store/analytics/address.ts'
import { derived } from '#store/analytics/rebuild/derived.ts'
import { readNotes } from '#store/analytics/rebuild/notes.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { exampleFacts, exampleHttp, exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertTaggedByEngine } from '#store/analytics/sessions/testing.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { proofs } from '#tags/proof/all.ts'
import { rowsOfSessions, type SessionRow } from '#store/analytics/sessions/row.ts'
import { encodeSessions } from '../spool/session-codec.ts'
import { compileRuleSet } from '../tag/rule-set.ts'
import { numbered } from '../tag/testing.ts'
import { insertUnit } from './insert-unit.ts'
import { prepareRange } from './preparation/prepare.ts'
import { storePrepared, storeUnit, type StoreUnit } from './store-unit.ts'
import { type DrainUnit, splitUnits, tokenOf } from './units.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const [ours, theirs] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
const product = compileRuleSet(loadTags())
const own = new Map([
  [
    ours,
    compileRuleSet(
      [
        { slug: 'web', rule: 'destination.port:80' },
        { slug: 'an-odd-one', rule: 'http.uri:"*\0*" OR http.uri:"*σ😀*"' },
      ],
      ours,
    ),
  ],
])

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const hostile = [
  'a\0b',
  'half \uD83D of',
  'ΟΔΟΣ😀',
  'İſK',
  Buffer.from(everyByte).toString('latin1'),
].flatMap((text) => [
  exampleSession({ http: exampleHttp({ uri: text, path: text, userAgent: text, cookieKeys: [text, ''] }) }),
  exampleSession({
    from: '2001:db8::7',
    sourcePayload: everyByte,
    sensor: text,
    sourceFacts: { ...exampleFacts, rdns: text, latitude: null, longitude: -0.1 },
    transport: 'udp',
    tcp: null,
    icmp: { type: 255, code: 0 },
    protocols: [text, 'udp'],
    vlans: [0, 4095, 65_535],
  }),
])

/** Every proof of every rule and some that are odd; each in one of three workspaces, some unpublished. */
const sessions: readonly Session[] = numbered(
  [...proofs.flatMap(({ fires, spares }) => [...fires, ...spares]), ...hostile].map((session, at) => ({
    ...session,
    workspace: [ours, theirs, session.workspace][at % 3] ?? '',
    published: at % 7 > 0,
  })),
)

const rows = rowsOfSessions(sessions)
const sessionOf = (row: SessionRow): Session => sessions[rows.indexOf(row)]!

const whole = defineQuery({
  name: 'whole rows',
  params: z.object({}),
  row: z.object({ row: z.string() }),
  sql: 'SELECT toString(tuple(*)) AS row FROM {db}.sessions ORDER BY id',
})

async function stored() {
  await refreshDocuments(analytics, { now: exampleNow })
  const rows = (await analytics.app.run(whole, {})).map(({ row }) => row)
  const { ipDay, tagDay, life } = await derived(analytics)
  return { rows, ipDay, tagDay, life }
}

const tooMuchMemory = defineQuery({
  name: 'more than a statement may have',
  params: z.object({}),
  row: z.object({ n: z.number() }),
  sql: 'SELECT length(groupArray(number)) AS n FROM numbers(10000000)',
})

test('a unit is stored as if the engine had read and tagged it: whole rows and all that is added up from them', async () => {
  for (const unit of splitUnits('new', rows).units)
    await insertUnit(analytics, unit, false, product, { of: own })
  const found = await stored()
  await removeRows(analytics)
  for (const unit of splitUnits('old', rows).units)
    for (const [workspace, some] of Map.groupBy(unit.sessions, (row) => row.workspace))
      await insertTaggedByEngine(analytics, some.map(sessionOf), {
        token: `${unit.token} ${workspace}`,
        tagging: product.tagging,
        ...(own.has(workspace) && { own: own.get(workspace)!.tagging }),
      })
  const wanted = await stored()
  expect(found.rows).toHaveLength(sessions.length)
  for (const [at, row] of wanted.rows.entries()) expect(found.rows[at]).toBe(row)
  expect(found).toEqual(wanted)
  expect(found.rows.filter((row) => row.includes("'an-odd-one'")).length).toBeGreaterThan(0)
  expect(found.rows.filter((row) => row.includes("['web']")).length).toBeGreaterThan(0)
})

/** `told`: what is told of each unit goes there, as 32 hex digits: a proof may write an address otherwise than a block tells it. */
const storingInto = (told: ReadonlySet<string | null>[]): StoreUnit => ({
  analytics,
  rules: { product, none: compileRuleSet([]).name, own: async () => new Map() },
  retentionDays: 90,
  clock: () => exampleNow,
  onStored: (documented) => void told.push(new Set([...documented].map(toHex))),
})

test('prepared sessions are stored as others are: whole rows, all that is added up from them, and the notes of their days', async () => {
  const told: ReadonlySet<string | null>[] = []
  const storing = storingInto(told)
  const notes = async (day: DrainUnit) => [
    ...(await readNotes(analytics.migrator, { ...day, workspaces: ['', ours, theirs] })).values(),
  ]
  await removeRows(analytics)
  const { units } = splitUnits('usual', rows)
  for (const unit of units) await storeUnit(storing, unit, false)
  const wanted = [await stored(), await Promise.all(units.map(notes)), told.splice(0)]
  await removeRows(analytics)
  const bodies: Buffer[] = []
  for (let from = 0; from < sessions.length; from += 500)
    for (const { body } of await encodeSessions(sessions.slice(from, from + 500))) bodies.push(body)
  const prepared = await prepareRange(bodies, product)
  for (const unit of prepared?.units ?? [])
    expect(await storePrepared(storing, tokenOf('prepared', unit), prepared!, unit)).toBe(true)
  const found = [await stored(), await Promise.all(units.map(notes)), told.splice(0)]
  expect(found).toEqual(wanted)
  // By other rules, or where a workspace has its own: nothing is done.
  const [unit] = prepared?.units ?? []
  expect(await storePrepared(storing, 'other', { rules: 'other' }, unit!)).toBe(false)
  const withOwn = { ...storing, rules: { ...storing.rules, own: async () => own } }
  expect(await storePrepared(withOwn, 'own', prepared!, unit!)).toBe(false)
  expect(await stored()).toEqual(wanted[0])
})

test('of stored sessions those addresses are told that get a document: not forged ones, nor those of a workspace alone', async () => {
  const told: ReadonlySet<string | null>[] = []
  const storing = storingInto(told)
  const some = [
    exampleSession({ from: '198.51.100.1' }),
    exampleSession({ from: '198.51.100.2', direction: 'backscatter' }),
    exampleSession({ from: '198.51.100.3', published: false }),
  ]
  for (const unit of splitUnits('told', rowsOfSessions(some)).units) await storeUnit(storing, unit, false)
  expect(told.flatMap((ips) => [...ips])).toEqual([toHex(some[0]!.source.ip)])
})

test('a unit whose rollup passes the bounds of a statement is stored once, and added up whole', async () => {
  await removeRows(analytics)
  const some = Array.from({ length: 10 }, (_, at) => exampleSession({ from: `198.51.100.${at + 1}` }))
  const tooMuch: unknown = await analytics.app
    .run(tooMuchMemory, {}, { settings: { max_memory_usage: 1_000_000 } })
    .catch((error: unknown) => error)
  // As where a view fails: the sessions stand, and nothing says so.
  let fails = 1
  const failing: Analytics = {
    ...analytics,
    app: {
      ...analytics.app,
      async insertBlock(...block) {
        await analytics.app.insertBlock(...block)
        if (fails-- > 0) throw tooMuch
      },
    },
  }
  for (const unit of splitUnits('partly', rowsOfSessions(numbered(some))).units)
    expect(await insertUnit(failing, unit, false, product)).toBe(true)
  expect((await stored()).rows).toHaveLength(10)
})

test('a session of a workspace with rules of its own gets both kinds of tags, and others none of its', async () => {
  await removeRows(analytics)
  const visits = [ours, theirs].map((workspace) => exampleSession({ workspace, port: 80 }))
  const noted: [number, string[]][] = []
  for (const unit of splitUnits('both', rowsOfSessions(visits)).units)
    await insertUnit(analytics, unit, false, product, {
      of: own,
      async add(some, append, byOwn) {
        noted.push([some.length, [...byOwn]])
        await append()
      },
    })
  const rows = await analytics.app.run(
    defineQuery({
      name: 'custom tags',
      params: z.object({}),
      row: z.object({ workspace: z.string(), custom: z.array(z.string()) }),
      sql: 'SELECT workspace, custom_tags AS custom FROM {db}.sessions ORDER BY workspace',
    }),
    {},
  )
  expect(rows).toEqual([
    { workspace: ours, custom: ['web'] },
    { workspace: theirs, custom: [] },
  ])
  expect(noted).toEqual([[2, [ours]]])
})
