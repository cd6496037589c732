import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../query/define.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { makeAnew } from './heal.ts'

/** What is done for a damaged part, by the statements it takes. */

let analytics: TestAnalytics
let statements: string[] = []
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: ({ sql }) => void statements.push(sql) })
})
afterAll(() => analytics.close())

const marked = defineQuery({
  name: 'days marked',
  params: z.object({}),
  row: z.object({ day: z.string() }),
  sql: 'SELECT DISTINCT day FROM {db}.tag_stale ORDER BY day',
})

test('for damaged marks of days every day is counted again, and none is made anew from its sessions', async () => {
  const { migrator } = analytics
  await migrator.command("INSERT INTO {db}.tag_day (origin, day, tag) VALUES ('live', '2026-11-01', 'a')")
  await migrator.command("INSERT INTO {db}.tag_counts (day, step, tag) VALUES ('2026-11-02', 24, 'a')")
  await migrator.command("INSERT INTO {db}.sessions (origin, first_packet) VALUES ('live', '2026-11-01')")
  await migrator.command('TRUNCATE TABLE {db}.tag_stale')
  statements = []
  const outcome = await makeAnew(analytics, { table: 'tag_stale', partition: 'tuple()' })
  expect(outcome).toContain('counted again')
  expect(statements.filter((sql) => /\.sessions|REPLACE PARTITION/.test(sql))).toEqual([])
  expect(await migrator.run(marked, {})).toEqual([{ day: '2026-11-01' }, { day: '2026-11-02' }])
})
