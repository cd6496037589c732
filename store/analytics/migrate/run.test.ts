import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { openTestAnalytics } from '../testing.ts'
import { holdLock } from './lock.ts'
import { type Migration, stepsOf } from './migration.ts'
import { runMigrations } from './run.ts'

let analytics: Analytics
beforeEach(async () => {
  analytics = await openTestAnalytics({ bare: true })
})
afterEach(() => analytics.close())

const first: Migration = {
  name: '001-things',
  statements: [
    'CREATE TABLE IF NOT EXISTS {local}.things (id UInt64) ENGINE = {E:MergeTree} ORDER BY id',
    // Not repeatable on purpose: counts how often it really ran.
    'INSERT INTO {local}.things VALUES (1)',
  ],
}
const second: Migration = { name: '002-more', statements: ['INSERT INTO {local}.things VALUES (2)'] }

const rows = defineQuery({
  name: 'things',
  params: z.object({}),
  row: z.object({ n: count }),
  sql: 'SELECT count() AS n FROM {db}.things',
})
const things = async (): Promise<number | undefined> => (await analytics.app.run(rows, {}))[0]?.n

test('each statement runs once, however often migrations run', async () => {
  expect(await runMigrations(analytics, [first])).toBe(2)
  expect(await runMigrations(analytics, [first])).toBe(0)
  expect(await runMigrations(analytics, [first, second])).toBe(1)
  expect(await things()).toBe(2)
})

test('a lock is not taken from who holds it, be the engine ever so young', async () => {
  const lock = await holdLock(analytics.migrator, 0)
  // Through two full seconds of the engine's clocks, which tell whole ones.
  for (const end = performance.now() + 2_500; performance.now() < end; await sleep(20))
    await expect(holdLock(analytics.migrator, 0)).rejects.toThrow('Another process is changing')
  await lock.check()
  await lock.release()
  await (await holdLock(analytics.migrator, 0)).release()
})

test('concurrent runs do not apply anything twice', async () => {
  const ran = await Promise.all(Array.from({ length: 6 }, () => runMigrations(analytics, [first, second])))
  expect(ran.toSorted()).toEqual([0, 0, 0, 0, 0, 3])
  expect(await things()).toBe(2)
})

test('a run that failed midway goes on at the statement that failed', async () => {
  const broken: Migration = {
    name: '002-more',
    statements: [second.statements[0] ?? '', 'ALTER TABLE {local}.none DROP COLUMN x'],
  }
  await expect(runMigrations(analytics, [first, broken])).rejects.toThrow('UNKNOWN_TABLE')
  const fixed = {
    ...broken,
    statements: [broken.statements[0] ?? '', 'INSERT INTO {local}.things VALUES (3)'],
  }
  expect(await runMigrations(analytics, [first, fixed])).toBe(1)
  expect(await things()).toBe(3)
})

test('a statement changed after it was applied is refused', async () => {
  await runMigrations(analytics, [first])
  const changed = {
    ...first,
    statements: [first.statements[0] ?? '', 'INSERT INTO {local}.things VALUES (9)'],
  }
  await expect(runMigrations(analytics, [changed])).rejects.toThrow('001-things#1 was changed')
})

test('names out of order are refused', async () => {
  await expect(runMigrations(analytics, [second, first])).rejects.toThrow('does not follow')
})

test('columns of descriptions come after what is numbered, in any order', () => {
  const column = (name: string): Migration => ({ name, statements: [] })
  expect(() => stepsOf([first, column('things.b'), column('things.a')], null)).not.toThrow()
  expect(() => stepsOf([column('things.b'), first], null)).toThrow('does not follow')
})
