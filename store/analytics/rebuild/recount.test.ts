import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { outOfMemory } from '../query/testing.ts'
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

/** A statement of which a text is part takes more than the engine has. */
let tooMuch: string | null = null
const overflowing = ({ sql }: { sql: string }): void => {
  if (tooMuch === null || !sql.includes(tooMuch)) return
  throw outOfMemory()
}

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: overflowing })
})
afterAll(() => analytics.close())
beforeEach(async () => {
  tooMuch = null
  for (const table of ['sessions', 'tagged_days', 'ip_day', 'tag_day', 'ip_dirty'])
    await analytics.migrator.command(`TRUNCATE TABLE {local}.${table}`)
})

const counting: Counting[] = [
  { slug: 'busy', of: 'sessions', atLeast: 2, within: 60, base: { sql: '1', params: {} } },
]
const day = { origin: 'live', day: new Date(exampleNow).toISOString().slice(0, 10) } as const
const dayOf = ({ firstPacket }: Session) => ({
  ...day,
  day: new Date(firstPacket).toISOString().slice(0, 10),
})
const from = (ip: string): Session => exampleSession({ from: ip })

let units = 0
/** Tagged on their way in by the set of this name. */
const store = (sessions: Session[], name: string): Promise<void> =>
  insertSessions(analytics, {
    sessions,
    token: `unit-${++units}`,
    tagsOf: () => [`of-${name}`],
    within: (append) =>
      addNoted(analytics, { ...dayOf(sessions[0]!), rules: new Map([[product, name]]) }, append),
  })

const found = defineQuery({
  name: 'tags of addresses, and which of them are marked',
  params: z.object({}),
  row: z.object({ ip: z.string(), tags: z.array(z.string()), marked: z.coerce.boolean() }),
  sql: `SELECT replaceOne(toString(src_ip), '::ffff:', '') AS ip, arraySort(groupUniqArrayArray(tags)) AS tags,
  src_ip IN (SELECT ip FROM {db}.ip_dirty) AS marked FROM {db}.sessions GROUP BY src_ip ORDER BY ip`,
})

let compiled = 0
const rules: Rules = {
  name: 'one',
  tagging: { sql: `['asked again']`, params: {} },
  counting,
  compile: async () => void (compiled += 1),
}
/** Counts what is due because sessions came, or went; nothing is marked before. */
async function count(): Promise<void> {
  await analytics.migrator.command('TRUNCATE TABLE {local}.ip_dirty')
  const { due } = await staleDays(analytics, rules.name)
  expect(due.map(({ because }) => because)).toEqual(['sessions'])
  for (const one of due) await retagBy(analytics, one, rules)
  expect([(await staleDays(analytics, rules.name)).due, compiled]).toEqual([[], 0])
}
const [busy, other] = ['192.0.2.1', '192.0.2.2']

test('sessions that came give only those addresses other tags, and mark only them, for which the count is another', async () => {
  await store([from(busy), from(other)], 'one')
  await store([from(busy)], 'one')
  await count()
  expect(await analytics.app.run(found, {})).toEqual([
    { ip: busy, tags: ['busy', 'of-one'], marked: true },
    { ip: other, tags: ['of-one'], marked: false },
  ])
})

test('what counted together with sessions that are gone counts no more', async () => {
  const late = Date.UTC(2026, 2, 14, 23, 59, 50)
  const [before, after] = [0, 20_000].map((more) => exampleSession({ from: busy, firstPacket: late + more }))
  await store([before!], 'one')
  await store([after!], 'one')
  for (const one of (await staleDays(analytics, 'one')).due) await retagBy(analytics, one, rules)
  expect(await analytics.app.run(found, {})).toMatchObject([{ tags: ['busy', 'of-one'] }])
  await analytics.migrator.command(`ALTER TABLE {local}.sessions DROP PARTITION ('live', '2026-03-14')`)
  await count()
  expect(await analytics.app.run(found, {})).toEqual([{ ip: busy, tags: ['of-one'], marked: true }])
})

/** The rollup has no day of an address any more. */
const lose = (ip: string): Promise<void> =>
  analytics.migrator.command(
    `ALTER TABLE {local}.ip_day DELETE WHERE ip = toIPv6('${ip}') SETTINGS mutations_sync = 1`,
  )

test('an address that the rollup had lost is marked, too', async () => {
  await store([from(busy), from(other)], 'one')
  await lose(other)
  await count()
  expect(await analytics.app.run(found, {})).toMatchObject([
    { ip: busy, marked: false },
    { ip: other, marked: true },
  ])
})

test('where it is too much to find out which addresses they are, all of the day are marked', async () => {
  await store([from(busy), from(busy), from(other)], 'one')
  await lose(busy)
  tooMuch = 'HAVING count() = 1'
  await count()
  expect(await analytics.app.run(found, {})).toMatchObject([{ marked: true }, { marked: true }])
})

test('a day of which another set of rules tagged some is not counted alone', async () => {
  await store([from(busy)], 'one')
  await store([from(busy)], 'other')
  expect(await recount(analytics, { ...day, counting, name: 'one' })).toBe(false)
  expect(await analytics.app.run(found, {})).toEqual([
    { ip: busy, tags: ['of-one', 'of-other'], marked: true },
  ])
})
