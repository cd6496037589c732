import { expect, test } from 'vitest'
import { anomalyReach } from '#methods/anomaly/anomaly.ts'
import type { TagDays } from '#store/analytics/tag-counts/series.ts'
import { anomalyIn } from './report.ts'

const length = anomalyReach + 1
const days = Array.from({ length }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10))
/** A month of some fifty addresses a day, and so many yesterday. */
const until = (yesterday: number): number[] =>
  days.map((_, at) => (at === length - 2 ? yesterday : 50 + (at % 3)))
const report = (behind: string[] = []): TagDays => ({
  days,
  unknown: 0,
  behind: { seconds: behind.length === 0 ? 0 : 90, days: new Set(behind) },
  counts: new Map([
    ['calm', until(51)],
    ['rose', until(5000)],
    ['fell', until(0)],
    ['thinned', until(3)],
  ]),
})

test('the anomaly of each tag is its own, however often and in whichever order a report is asked for them', () => {
  const shared = report()
  for (const slug of ['rose', 'calm', 'fell', 'nobody', 'calm', 'rose'])
    expect(anomalyIn(shared, slug), slug).toEqual(anomalyIn(report(), slug))
  expect(anomalyIn(shared, 'rose')).toMatchObject({ day: days.at(-2), seen: 5000 })
  expect(anomalyIn(shared, 'fell')).toMatchObject({ day: days.at(-2), seen: 0 })
  expect([anomalyIn(shared, 'calm'), anomalyIn(shared, 'nobody')]).toEqual([null, null])
})

test('few or none on a day whose counts are behind are no silence, and many are still a surge', () => {
  const behind = report([days.at(-2) ?? ''])
  expect([anomalyIn(behind, 'fell'), anomalyIn(behind, 'thinned')]).toEqual([null, null])
  expect(anomalyIn(behind, 'rose')).toMatchObject({ day: days.at(-2), seen: 5000 })
  // Nor do they hide what today is.
  const both = new Map([
    ['both', days.map((_, at) => (at === length - 2 ? 1 : at === length - 1 ? 99 : 50 + (at % 3)))],
  ])
  expect(anomalyIn({ ...report(), counts: both }, 'both')).toMatchObject({ day: days.at(-2), seen: 1 })
  expect(anomalyIn({ ...behind, counts: both }, 'both')).toMatchObject({ day: days.at(-1), seen: 99 })
  // Of another day they say nothing.
  const earlier = report([days.at(-3) ?? ''])
  for (const slug of ['fell', 'thinned']) expect(anomalyIn(earlier, slug)?.score, slug).toBeLessThan(-6)
})

test('a surge is not made by days before it that are not counted yet', () => {
  const uncounted = days.slice(0, -2)
  const none = new Map([['new here', days.map((_, at) => (at === length - 2 ? 50 : 0))]])
  expect(anomalyIn({ ...report(uncounted), counts: none }, 'new here')).toBeNull()
  expect(anomalyIn({ ...report(), counts: none }, 'new here')).toMatchObject({ seen: 50, expected: 0 })
})
