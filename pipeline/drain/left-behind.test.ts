import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { count } from '#store/analytics/query/columns.ts'
import { type Analytics, openAnalytics } from '#store/analytics/open.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { derived } from '#store/analytics/rebuild/derived.ts'
import { exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { rowsOfSessions } from '#store/analytics/sessions/row.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '#store/analytics/testing.ts'
import { compileRuleSet } from '../tag/rule-set.ts'
import { storeUnit } from './store-unit.ts'
import { type DrainUnit, splitUnits } from './units.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const product = compileRuleSet([{ slug: 'web', rule: 'destination.port:80' }])
const store = (by: Analytics, unit: DrainUnit, again: boolean): Promise<void> =>
  storeUnit(
    {
      analytics: by,
      rules: { product, none: compileRuleSet([]).name, own: async () => new Map() },
      retentionDays: 90,
      clock: () => exampleNow,
      onStored: () => undefined,
    },
    unit,
    again,
  )

const viewOfIpDay = defineQuery({
  name: 'what a view selects',
  params: z.object({}),
  row: z.object({ select: z.string() }),
  sql: `SELECT as_select AS select FROM system.tables
WHERE database = '{local}' AND name = 'sessions_to_ip_day'`,
})

const underWay = defineQuery({
  name: 'statements that add sessions',
  params: z.object({}),
  row: z.object({ query: z.string() }),
  sql: "SELECT query FROM system.processes WHERE startsWith(query, 'INSERT INTO {db}.sessions')",
})

const stored = defineQuery({
  name: 'sessions that stand',
  params: z.object({}),
  row: z.object({ sessions: count }),
  sql: 'SELECT count() AS sessions FROM {db}.sessions',
})

it('a statement that the engine goes on with after its process has ended adds nothing to what the repetition made whole', async () => {
  const [unit] = splitUnits('once', rowsOfSessions([exampleSession(), exampleSession()])).units
  if (!unit) throw new Error('There is no unit.')
  await store(analytics, unit, false)
  const wanted = await derived(analytics)
  await removeRows(analytics)
  const { migrator } = analytics
  const [view] = await migrator.run(viewOfIpDay, {})
  await migrator.command('DROP VIEW {local}.sessions_to_ip_day SYNC')
  await migrator.command(
    `CREATE MATERIALIZED VIEW {local}.sessions_to_ip_day TO {local}.ip_day AS
     SELECT * REPLACE (sessions + sleepEachRow(3) AS sessions) FROM (${view?.select})`,
  )
  const late = { ...unit, token: 'left behind' }
  const ending = openAnalytics({ launched: analytics.engine })
  const leftBehind = store(ending, late, false).catch((error: unknown) => error)
  while ((await migrator.run(stored, {}))[0]?.sessions !== 2) await sleep(20)
  await ending.close()
  expect(await leftBehind).toBeInstanceOf(Error)
  expect(await migrator.run(underWay, {})).toHaveLength(1)
  await store(analytics, late, true)
  while ((await migrator.run(underWay, {})).length > 0) await sleep(20)
  expect(await derived(analytics)).toEqual(wanted)
})
