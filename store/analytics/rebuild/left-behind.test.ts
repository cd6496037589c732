import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Analytics, openAnalytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '../testing.ts'
import { addNoted } from './add-noted.ts'
import { product } from './notes.ts'
import { retag, retagOwn } from './retag.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())
beforeEach(() => removeRows(analytics))

const day = new Date(exampleNow).toISOString().slice(0, 10)
const tagging = { sql: "['new']", params: {} }
const about = { origin: 'live', day } as const

const stored = defineQuery({
  name: 'sessions that stand, and what is under way',
  params: z.object({ table: z.string() }),
  row: z.object({ sessions: count, rolled: count, swaps: count, mutations: count }),
  sql: `SELECT (SELECT count() FROM {db}.sessions) AS sessions, (SELECT sum(sessions) FROM {db}.ip_day) AS rolled,
(SELECT count() FROM system.processes WHERE startsWith(query, concat('ALTER TABLE {local}.', {table: String}, ' /'))) AS swaps,
(SELECT count() FROM system.merges WHERE is_mutation AND table = {table: String}) AS mutations`,
})

const add = (token: string): Promise<void> =>
  insertSessions(analytics, {
    sessions: [exampleSession({ firstPacket: exampleNow })],
    token,
    tagsOf: () => ['old'],
    within: (append) => addNoted(analytics, { ...about, rules: new Map([[product, 'old']]) }, append),
  })

const byProduct = (by: Analytics) => retag(by, { ...about, tagging, name: 'new' })
const byWorkspace = (by: Analytics) =>
  retagOwn(by, { ...about, own: { workspace: 'w', name: 'new', tagging } })
const ways = [
  ['sessions by rules of the product', 'sessions', 'src_port', byProduct],
  ['sessions by rules of a workspace', 'sessions', 'src_port', byWorkspace],
  ['what follows from sessions', 'ip_day', 'sessions', byProduct],
] as const

/** An expression that is 0 and takes so many seconds: the engine sleeps for three at a time, and alike calls are one to it. */
const sleeping = (seconds: number): string =>
  Array.from({ length: seconds / 3 }, (_, at) => `sleepEachRow(${3 - at / 100})`).join(' + ')

/**
 * A process that ended while its swap waited: for a change of parts that takes its time, and the longer the slower the machine is, as
 * the swap must come before its end.
 */
async function leaveSwapBehind(
  { table, column, swap }: { table: string; column: string; swap: typeof byProduct },
  now: () => Promise<{ swaps: number } | undefined>,
): Promise<void> {
  for (let seconds = 3; seconds < 1000; seconds *= 3) {
    await analytics.migrator.command(
      `ALTER TABLE {local}.${table} UPDATE ${column} = ${column} + ${sleeping(seconds)} WHERE ${column} > 0`,
      {},
      { settings: { mutations_sync: '0' } },
    )
    const ending = openAnalytics({ launched: analytics.engine })
    const swapping = { isOver: false, isSeen: false }
    const leftBehind = swap(ending)
      .catch((error: unknown) => error)
      .finally(() => (swapping.isOver = true))
    while (!swapping.isOver && !swapping.isSeen) swapping.isSeen = (await now())?.swaps === 1
    await ending.close()
    if ((await leftBehind) instanceof Error && (await now())?.swaps === 1) return
  }
  throw new Error('Every swap came after the change that it was to wait for.')
}

test.each(ways)(
  'sessions that come stay, although the engine goes on for a process that ended while it swapped, on their day, %s',
  async (what, table, column, swap) => {
    const now = async () => (await analytics.migrator.run(stored, { table }))[0]
    await add(`before ${what}`)
    await leaveSwapBehind({ table, column, swap }, now)
    await add(`after ${what}`)
    await expect.poll(now).toMatchObject({ swaps: 0, mutations: 0 })
    expect(await now()).toMatchObject({ sessions: 2, rolled: 2 })
  },
)

const carried = defineQuery({
  name: 'tags of sessions',
  params: z.object({}),
  row: z.object({ vantage: z.string(), tags: z.array(z.string()) }),
  sql: 'SELECT vantage, tags FROM {db}.sessions',
})

test('changes of staged sessions that a process began and did not live to see reach nothing, also one that never ends', async () => {
  const { migrator } = analytics
  await add('one')
  await migrator.command(
    `ALTER TABLE {local}.sessions_staging ATTACH PARTITION ('live', '${day}') FROM {local}.sessions`,
  )
  for (const change of ["tags = ['never'] WHERE throwIf(1) = 0", "tags = ['late'] WHERE sleepEachRow(1) = 0"])
    await migrator.command(
      `ALTER TABLE {local}.sessions_staging UPDATE ${change}`,
      {},
      { settings: { mutations_sync: '0' } },
    )
  const taken = { capture: '', at: 'network' } as const
  await retag(analytics, { ...about, tagging, name: 'old', taken })
  expect(await analytics.app.run(carried, {})).toEqual([{ vantage: 'network', tags: ['new'] }])
})
