import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type AppStore, openAppStore } from '#store/app/open.ts'
import { startTestPostgres, type TestPostgres } from '#store/app/testing.ts'
import { consolidateDocuments } from '../documents/consolidate.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import { type Analytics, openAnalytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { refreshTagCounts } from '../tag-counts/refresh.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '../testing.ts'
import { derived } from './derived.ts'
import { makeWhole } from './ensure-balanced.ts'
import { retag } from './retag.ts'

/** Two processes on one engine and one PostgreSQL: two handles, each with locks of its own connections. */
let postgres: TestPostgres
let apps: AppStore[] = []
let engine: TestAnalytics
let processes: Analytics[] = []
let statements: string[] = []

beforeAll(async () => {
  engine = await openTestAnalytics()
  postgres = await startTestPostgres()
  const url = await postgres.freshDatabase()
  apps = [await openAppStore({ url }), await openAppStore({ url })]
  processes = apps.flatMap(({ locks }) =>
    locks
      ? [
          openAnalytics({
            launched: engine.engine,
            across: locks.withLock,
            onStatement: ({ sql }) => void statements.push(sql),
          }),
        ]
      : [],
  )
})
afterAll(async () => {
  for (const analytics of processes) await analytics.close()
  for (const app of apps) await app.close()
  await engine.close()
  await postgres.stop()
})

const tagging = (slug: string) => ({ sql: '[{slug: String}]', params: { slug } })
const day = { origin: 'live', day: '2026-03-15' } as const
const stored = defineQuery({
  name: 'sessions and ids',
  params: z.object({}),
  row: z.object({ sessions: count, ids: count, fresh: count }),
  sql: "SELECT count() AS sessions, uniqExact(id) AS ids, countIf(tags = ['new']) AS fresh FROM {db}.sessions",
})

test('two servers that tag the same day anew while both take sessions lose and double none', async () => {
  const [one, other] = processes as [Analytics, Analytics]
  let units = 0
  const append = (analytics: Analytics, slug: string, amount: number): Promise<void> =>
    insertSessions(analytics, {
      sessions: Array.from({ length: amount }, (_, at) =>
        exampleSession({ from: `198.51.100.${at % 20}`, firstPacket: exampleNow - at * 1000 }),
      ),
      token: `unit-${++units}`,
      tagsOf: () => [slug],
    })
  const appendAll = async (analytics: Analytics): Promise<void> => {
    for (let unit = 0; unit < 10; unit++) await append(analytics, 'new', 5)
  }
  await append(one, 'old', 500)
  await Promise.all([
    appendAll(one),
    appendAll(other),
    ...[one, other].map((analytics) => retag(analytics, { ...day, tagging: tagging('new') })),
    ...[one, other].map((analytics) => refreshDocuments(analytics, { now: exampleNow })),
    ...[one, other].map((analytics) => consolidateDocuments(analytics, { always: true, graceMs: 0 })),
    ...[one, other].map((analytics) => refreshTagCounts(analytics, { now: exampleNow })),
  ])
  expect(await one.app.run(stored, {})).toEqual([{ sessions: 600, ids: 600, fresh: 600 }])
  const status = async () => {
    await refreshDocuments(one, { now: exampleNow })
    await refreshTagCounts(one, { now: exampleNow })
    return derived(one)
  }
  const found = await status()
  expect(found.documents).toHaveLength(20)
  await retag(one, { ...day, tagging: tagging('new') })
  expect(await status()).toEqual(found)
}, 120_000)

const viewOfIpDay = defineQuery({
  name: 'the view that fills ip_day',
  params: z.object({}),
  row: z.object({ whole: z.string(), select: z.string() }),
  sql: `SELECT create_table_query AS whole, as_select AS select FROM system.tables
WHERE database = '{local}' AND name = 'sessions_to_ip_day'`,
})

test('what one server is just storing is no reason for another to rebuild the day', async () => {
  const [one, other] = processes as [Analytics, Analytics]
  const { migrator } = engine
  await removeRows(engine)
  const [view] = await migrator.run(viewOfIpDay, {})
  await migrator.command('DROP VIEW {local}.sessions_to_ip_day SYNC')
  await migrator.command(
    `CREATE MATERIALIZED VIEW {local}.sessions_to_ip_day TO {local}.ip_day AS
     SELECT * REPLACE (sessions + sleepEachRow(1) AS sessions) FROM (${view?.select})`,
  )
  const storing = insertSessions(one, { sessions: [exampleSession()], token: 'takes long' })
  while ((await migrator.run(stored, {}))[0]?.sessions !== 1) await sleep(10)
  statements = []
  await makeWhole(other, day)
  await storing
  expect(statements.filter((sql) => sql.includes('ip_day_staging'))).toEqual([])
  await migrator.command('DROP VIEW {local}.sessions_to_ip_day SYNC')
  await migrator.command(view?.whole ?? '')
})
