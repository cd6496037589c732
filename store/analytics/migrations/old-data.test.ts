import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { keptBytes } from '#model/cut-value.ts'
import { beside } from '#model/ip-document/beside.ts'
import type { Session } from '#model/session.ts'
import { markDocuments } from '../marks/addresses.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import { getDocuments } from '../ips/get.ts'
import { runMigrations } from '../migrate/run.ts'
import { defineQuery } from '../query/define.ts'
import { balance, rebuild } from '../rebuild/rebuild.ts'
import { sessionColumns } from '../tables/sessions.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { migrate, migrations } from './all.ts'
import { marksWithDays } from './015-marks-with-days.ts'
import { documentMigrations } from './documents.ts'
import { firstSessionColumns } from './frozen/session-columns.ts'

/** What a release before 010 wrote, brought to today's schema: sessions stay what they are, and records answer the same. */

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ bare: true })
  await runMigrations(
    analytics,
    migrations.filter(({ name }) => name < '010'),
  )
  // The statements that mark addresses and make documents name the columns of today.
  const columns = documentMigrations().flatMap(({ statements }) =>
    statements.filter((statement) =>
      / (?:ips|ips_staging) ADD COLUMN /.test(statement.replaceAll('{local}.', ' ')),
    ),
  )
  for (const statement of [...columns, ...marksWithDays.statements])
    await analytics.migrator.command(statement)
})
afterAll(() => analytics.close())

const day = '2026-03-15'
const sources = ['198.51.100.7', '198.51.100.8', '2001:db8::7']
/** Cut in the middle of a character where one counts bytes alone. */
const long = `/${'ü'.repeat(400)}`

const old: Session[] = [
  exampleSession({ http: exampleHttp({ path: '/short' }, { path: long }) }),
  exampleSession({ from: sources[1], firstPacket: exampleNow - 60_000, published: false }),
  exampleSession({ from: sources[1], firstPacket: exampleNow - 120_000, sensor: 'sensor-2' }),
  exampleSession({
    from: sources[2],
    firstPacket: exampleNow - 86_400_000,
    transport: 'udp',
    destination: { ip: '192.0.2.1', port: 53, bytes: 0, packets: 0 },
    tcp: null,
    http: null,
  }),
]

/** As the release of then inserted: into the columns that were there. */
async function insertAsThen(sessions: readonly Session[]): Promise<void> {
  const names = firstSessionColumns.map(({ name }) => name)
  const columns = sessionColumns.filter(({ name }) => names.includes(name))
  const rows = sessions.map((session) =>
    Object.fromEntries(columns.map(({ name, value }) => [name, value(session)])),
  )
  for (const row of rows) await analytics.migrator.insert(`{db}.sessions (${names.join(', ')})`, [row])
}

const kept = defineQuery({
  name: 'sessions in the columns of then',
  params: z.object({}),
  row: z.object({ row: z.string() }),
  sql: `SELECT toJSONString(tuple(${firstSessionColumns.map(({ name }) => name).join(', ')})) AS row FROM {db}.sessions ORDER BY id`,
})
const added = defineQuery({
  name: 'what migrations say of old sessions',
  params: z.object({}),
  row: z.object({ direction: z.string(), vantage: z.string(), answered: z.coerce.number() }),
  sql: 'SELECT DISTINCT direction, vantage, answered FROM {db}.sessions ORDER BY answered',
})

async function records(): Promise<Record<string, unknown>[]> {
  await markDocuments(analytics)
  await refreshDocuments(analytics, { now: exampleNow, addresses: sources })
  const found = await getDocuments(analytics, sources)
  // What stands beside the record is in none of then.
  return found.map((document) =>
    Object.fromEntries(Object.entries(document).filter(([name]) => !(name in beside))),
  )
}

/** How a record of today writes a value. */
function cut(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= keptBytes) return text
  let end = keptBytes
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  const hash = createHash('sha256').update(bytes).digest('hex')
  return `${bytes.subarray(0, end).toString()}… [${bytes.length} bytes, sha256 ${hash}]`
}
const cutAll = (value: unknown): unknown =>
  typeof value === 'string' ? cut(value) : Array.isArray(value) ? value.map(cutAll) : value

test('sessions of before are what they were, and records answer the same, with long values cut', async () => {
  await insertAsThen(old)
  const [sessions, before] = [await analytics.app.run(kept, {}), await records()]
  expect(before.map(({ ip }) => ip)).toEqual(sources)
  expect(JSON.stringify(before)).toContain(long)

  expect(await migrate(analytics)).toBeGreaterThan(0)
  expect(await migrate(analytics)).toBe(0)
  expect(await analytics.app.run(kept, {})).toEqual(sessions)
  expect(await analytics.app.run(added, {})).toEqual([
    { direction: 'unknown', vantage: 'sensor', answered: 0 },
    { direction: 'unknown', vantage: 'sensor', answered: 1 },
  ])
  const expected = before.map((document) =>
    Object.fromEntries(Object.entries(document).map(([name, value]) => [name, cutAll(value)])),
  )
  expect(await records()).toEqual(expected)

  // Derived anew from the sessions they are the same, too.
  for (const of of [day, '2026-03-14']) {
    await rebuild(analytics, { origin: 'live', day: of })
    const [sums] = await analytics.app.run(balance, { origin: 'live', day: of })
    expect(sums?.rolled).toBe(sums?.stored)
  }
  expect(await records()).toEqual(expected)
})

test('what comes after is added to what was there', async () => {
  const more = [exampleSession({ firstPacket: exampleNow - 30_000, http: exampleHttp({ path: '/later' }) })]
  await insertSessions(analytics, { sessions: more, token: 'later' })
  const [sums] = await analytics.app.run(balance, { origin: 'live', day })
  expect(sums).toMatchObject({ kept: 4, stored: 3, rolled: 3 })
  const [first] = await records()
  expect(first).toMatchObject({ ip: sources[0], http_path: expect.arrayContaining(['/short', '/later']) })
})
