import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitionsOf, sumOfSteps } from '../migrate/baseline.ts'
import { stepsOf } from '../migrate/migration.ts'
import { appliedSteps, runMigrations } from '../migrate/run.ts'
import type { Analytics } from '../open.ts'
import type { Querier } from '../query/querier.ts'
import { openTestAnalytics } from '../testing.ts'
import { migrate, migrations } from './all.ts'
import baseline from './baseline.json' with { type: 'json' }

let analytics: Analytics
beforeEach(async () => {
  analytics = await openTestAnalytics({ bare: true })
})
afterEach(() => analytics.close())

const definitions = async (): Promise<string[]> =>
  (await definitionsOf(analytics.migrator, analytics.database)).map(({ sql }) => sql)
const steps = stepsOf(migrations, null)

test('the baseline is what all migrations end at (node scripts/schema-baseline.ts writes it anew)', async () => {
  expect(baseline.sum).toBe(sumOfSteps(steps))
  expect(await runMigrations(analytics, migrations)).toBe(steps.length)
  expect(await definitions()).toEqual(baseline.statements)
  const byHistory = await appliedSteps(analytics.migrator)
  await analytics.migrator.command('DROP DATABASE {db}')
  expect(await migrate(analytics)).toBe(steps.length)
  expect(await definitions()).toEqual(baseline.statements)
  const atOnce = await appliedSteps(analytics.migrator)
  expect(atOnce).toEqual(byHistory)
  expect(await migrate(analytics)).toBe(0)
})

/** As of a process that dies at the statement of that number. */
function cutOffAt(place: number): Analytics {
  let asked = 0
  const command: Querier['command'] = (sql, ...rest) => {
    if (sql.includes('{local}.') && baseline.statements.includes(sql) && asked++ === place)
      return Promise.reject(new Error('cut off'))
    return analytics.migrator.command(sql, ...rest)
  }
  const migrator = { ...analytics.migrator, command }
  return { ...analytics, migrator, hosts: [migrator] }
}

test.each([0, 1, baseline.statements.length - 1])(
  'cut off at statement %i, the next start goes on',
  async (place) => {
    await expect(migrate(cutOffAt(place))).rejects.toThrow('cut off')
    expect(await migrate(analytics)).toBe(steps.length)
    expect(await definitions()).toEqual(baseline.statements)
  },
)

test('what a version before had begun when it was cut off is made anew', async () => {
  const { migrator } = analytics
  await migrator.command('CREATE TABLE {local}.ips (ip IPv4) ENGINE = {E:MergeTree} ORDER BY ip')
  await migrator.command('CREATE TABLE {local}.of_others (a UInt8) ENGINE = {E:MergeTree} ORDER BY a')
  await migrate(analytics)
  const others = (await definitionsOf(migrator, analytics.database)).filter(
    ({ name }) => name === 'of_others',
  )
  expect(others).toHaveLength(1)
  await migrator.command('DROP TABLE {local}.of_others')
  expect(await definitions()).toEqual(baseline.statements)
})

test('a store with a record takes the way of its history', async () => {
  const [first] = migrations
  await runMigrations(analytics, [first!])
  expect(await migrate(analytics)).toBe(steps.length - first!.statements.length)
  expect(await definitions()).toEqual(baseline.statements)
})

test('a store whose record was lost keeps what is in it', async () => {
  const { migrator } = analytics
  await migrate(analytics)
  await migrator.command("INSERT INTO {local}.tag_day (day, tag) VALUES ('2020-01-01', 'mirai')")
  await migrator.command('TRUNCATE TABLE {local}.migrations')
  await migrate(analytics)
  const rowsOf = async (table: string): Promise<number | undefined> =>
    (await definitionsOf(migrator, analytics.database)).find(({ name }) => name === table)?.rows
  expect(await rowsOf('tag_day')).toBe(1)
  expect(await appliedSteps(migrator)).toHaveLength(steps.length)
})

test('what the engine tells no number of rows of is not taken for empty', async () => {
  const { migrator } = analytics
  await migrator.command('CREATE VIEW {local}.rdns AS SELECT 1 AS a')
  await migrate(analytics)
  const view = (await definitionsOf(migrator, analytics.database)).find(({ name }) => name === 'rdns')
  expect(view?.sql).toContain('VIEW IF NOT EXISTS {local}.rdns')
})
