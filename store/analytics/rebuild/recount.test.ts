import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Session } from '#model/session.ts'
import { defineQuery } from '../query/define.ts'
import { exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { addNoted } from './add-noted.ts'
import { product } from './notes.ts'
import { recount } from './retag.ts'
import { type Rules, retagBy, staleDays } from './stale-days.ts'
import type { Counting } from './threshold-tags.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())
beforeEach(async () => {
  for (const table of ['sessions', 'tagged_days', 'ip_day', 'tag_day', 'ip_dirty'])
    await analytics.migrator.command(`TRUNCATE TABLE {local}.${table}`)
})

const counting: Counting[] = [
  { slug: 'busy', of: 'sessions', atLeast: 2, within: 60, base: { sql: '1', params: {} } },
]
const day = { origin: 'live', day: new Date(exampleNow).toISOString().slice(0, 10) } as const
const from = (ip: string): Session => exampleSession({ from: ip })

let units = 0
/** Tagged on their way in by the set of this name. */
const store = (sessions: Session[], name: string): Promise<void> =>
  insertSessions(analytics, {
    sessions,
    token: `unit-${++units}`,
    tagsOf: () => [`of-${name}`],
    within: (append) => addNoted(analytics, { ...day, rules: new Map([[product, name]]) }, append),
  })

const found = defineQuery({
  name: 'tags of addresses, and which of them are marked',
  params: z.object({}),
  row: z.object({ ip: z.string(), tags: z.array(z.string()), marked: z.coerce.boolean() }),
  sql: `SELECT replaceOne(toString(src_ip), '::ffff:', '') AS ip, arraySort(groupUniqArrayArray(tags)) AS tags,
  src_ip IN (SELECT ip FROM {db}.ip_dirty) AS marked FROM {db}.sessions GROUP BY src_ip ORDER BY ip`,
})

test('sessions that came give only those addresses other tags, and mark only them, for which the count is another', async () => {
  let compiled = 0
  const rules: Rules = {
    name: 'one',
    tagging: { sql: `['asked again']`, params: {} },
    counting,
    compile: async () => void (compiled += 1),
  }
  await store([from('192.0.2.1'), from('192.0.2.2')], 'one')
  await store([from('192.0.2.1')], 'one')
  await analytics.migrator.command('TRUNCATE TABLE {local}.ip_dirty')
  const { due } = await staleDays(analytics, 'one')
  expect(due).toEqual([{ ...day, because: 'sessions' }])
  for (const one of due) await retagBy(analytics, one, rules)
  expect(await analytics.app.run(found, {})).toEqual([
    { ip: '192.0.2.1', tags: ['busy', 'of-one'], marked: true },
    { ip: '192.0.2.2', tags: ['of-one'], marked: false },
  ])
  expect([(await staleDays(analytics, 'one')).due, compiled]).toEqual([[], 0])
})

test('a day of which another set of rules tagged some is not counted alone', async () => {
  await store([from('192.0.2.1')], 'one')
  await store([from('192.0.2.1')], 'other')
  expect(await recount(analytics, { ...day, counting, name: 'one' })).toBe(false)
  expect(await analytics.app.run(found, {})).toEqual([
    { ip: '192.0.2.1', tags: ['of-one', 'of-other'], marked: true },
  ])
})
