import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { NewerRelease } from '../../newer-release.ts'
import { openAnalytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { holdLock } from './lock.ts'
import { type Migration, stepsOf } from './migration.ts'
import { runMigrations } from './run.ts'

let analytics: TestAnalytics
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

test('a store of a later release is left as it is, and what it has and what was expected is said', async () => {
  await runMigrations(analytics, [first, second])
  const statements: string[] = []
  const earlier = openAnalytics({
    launched: analytics.engine,
    onStatement: ({ sql }) => void statements.push(sql.trim()),
  })
  const running = runMigrations(earlier, [first])
  await expect(running).rejects.toBeInstanceOf(NewerRelease)
  await expect(running).rejects.toThrow(
    'The analytics database noisefloor is of a later release of Noisefloor: it has 002-more, and this release knows up to 001-things.',
  )
  await earlier.close()
  expect(statements.filter((sql) => !sql.startsWith('SELECT'))).toEqual([])
})

test('so is one whose record of that was lost, where a copy of it tells', async () => {
  await runMigrations(analytics, [first])
  const applied = [{ migration: '002-more', step: 0, sum: '' }]
  await expect(runMigrations(analytics, [first], { applied })).rejects.toBeInstanceOf(NewerRelease)
})

test('columns of descriptions that this release does not have make no later one', async () => {
  const described = ['900-documents-0123456789ab', 'things.note'].map((name) => ({
    name,
    statements: ['ALTER TABLE {local}.things ADD COLUMN IF NOT EXISTS note String'],
  }))
  expect(await runMigrations(analytics, [first, ...described])).toBe(4)
  expect(await runMigrations(analytics, [first])).toBe(0)
})

test('names out of order are refused', async () => {
  await expect(runMigrations(analytics, [second, first])).rejects.toThrow('does not follow')
})

test('columns of descriptions come after what is numbered, in any order', () => {
  const column = (name: string): Migration => ({ name, statements: [] })
  expect(() => stepsOf([first, column('things.b'), column('things.a')], null)).not.toThrow()
  expect(() => stepsOf([column('things.b'), first], null)).toThrow('does not follow')
})
