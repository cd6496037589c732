import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshTagCounts } from '../tag-counts/refresh.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { daysAreRead, markTagDays } from './days.ts'

let analytics: TestAnalytics
let marks = 0
beforeAll(async () => {
  analytics = await openTestAnalytics({
    onStatement: ({ sql }) => void (marks += Number(/INSERT INTO \S+tag_stale/.test(sql))),
  })
})
afterAll(() => analytics.close())

const days = ['2026-03-14', '2026-03-15']
const host = () => analytics.hosts[0] ?? expect.fail('no host')
const mark = (of: readonly string[], alone = true): Promise<void> => markTagDays(host(), of, { alone })
const count = async (): Promise<number> =>
  (await refreshTagCounts(analytics, { now: Date.parse('2026-03-15T12:00:00Z') })).days

beforeEach(async () => {
  await count()
  marks = 0
})

test('a day is marked once until it is counted, and again afterwards', async () => {
  await mark(days)
  await mark(days.slice(1))
  await mark([...days, '2026-03-16'])
  expect(marks).toBe(2)
  expect(await count()).toBe(3)
  await mark(days)
  expect(marks).toBe(3)
  expect(await count()).toBe(2)
})

test('what changes after the marks were read is marked again, though the same day was marked a moment before', async () => {
  const { run } = host()
  // A unit comes while the marks are being read: its mark is among them, and goes with them.
  host().run = async (query, params, options) => {
    if (query.name === 'days whose tags are to be counted') await mark(days)
    return run(query, params, options)
  }
  expect(await count()).toBe(2)
  host().run = run
  await mark(days)
  expect(marks).toBe(2)
  expect(await count()).toBe(2)
})

test('a mark that is on its way while what was read is dealt with does not count as one that stands', async () => {
  await mark(days.slice(1))
  const onItsWay = mark(days)
  daysAreRead(host())
  await onItsWay
  await mark(days)
  expect(marks).toBe(3)
})

test('where others count as well, every change is marked', async () => {
  await mark(days, false)
  await mark(days, false)
  expect(marks).toBe(2)
})
