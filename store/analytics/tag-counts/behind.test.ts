import { afterAll, beforeAll, expect, test } from 'vitest'
import { markTagDays } from '../marks/days.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { countsBehind } from './behind.ts'
import { refreshTagCounts } from './refresh.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

/** A mark of a day that was made so many seconds ago. */
const marked = (day: string, seconds: number): Promise<void> =>
  analytics.migrator.command(
    'INSERT INTO {local}.tag_stale SELECT {day: Date}, now() - toIntervalSecond({seconds: UInt32})',
    { day, seconds },
  )
const host = () => analytics.hosts[0] ?? expect.fail('no host')
const found = () => countsBehind(analytics, '2026-03-10')

test('counts are behind since the oldest mark of a day that was not counted, from a minute on, until it is counted', async () => {
  expect(await found()).toEqual({ seconds: 0, days: new Set() })
  await markTagDays(host(), ['2026-03-15'])
  expect(await found()).toEqual({ seconds: 0, days: new Set() })
  await marked('2026-03-14', 900)
  // Nobody asks for that day.
  await marked('2026-03-09', 5000)
  await markTagDays(host(), ['2026-03-14'])
  await analytics.migrator.command('OPTIMIZE TABLE {local}.tag_stale FINAL')
  const { seconds, days } = await found()
  expect(days).toEqual(new Set(['2026-03-14']))
  expect(seconds).toBeGreaterThanOrEqual(900)
  expect(seconds).toBeLessThan(5000)
  await refreshTagCounts(analytics, { now: Date.parse('2026-03-15T12:00:00Z') })
  expect(await found()).toEqual({ seconds: 0, days: new Set() })
})

test('a mark that is merged while its day is counted with one that comes meanwhile is as old as the later one', async () => {
  await marked('2026-03-15', 900)
  let isMerged = false
  /** Marks the day again just before it is counted, and has the engine merge both marks. */
  const hosts = analytics.hosts.map((one): typeof one => ({
    ...one,
    async command(sql, params, options) {
      if (/INSERT INTO \S+tag_counts_staging/.test(sql) && !isMerged) {
        isMerged = true
        await markTagDays(one, ['2026-03-15'])
        await one.command('OPTIMIZE TABLE {local}.tag_stale FINAL')
      }
      return one.command(sql, params, options)
    },
  }))
  await refreshTagCounts({ ...analytics, hosts }, { now: Date.parse('2026-03-15T12:00:00Z') })
  expect(isMerged).toBe(true)
  expect(await found()).toEqual({ seconds: 0, days: new Set() })
  // It is counted once more all the same.
  expect((await refreshTagCounts(analytics, { now: Date.parse('2026-03-15T12:00:00Z') })).days).toBe(1)
})
