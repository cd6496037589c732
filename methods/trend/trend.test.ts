import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysOfExample, poisson, rhythm, seeded } from '../testing.ts'
import { floor, isNewcomer, threshold, trendOf, trendReach } from './trend.ts'

const days = (counts: fc.Arbitrary<number>) =>
  fc.array(counts, { minLength: trendReach, maxLength: trendReach + 10 })
const counts = days(fc.nat(100_000))

test('the worked example of docs/methods/trend.md', () => {
  const { text, series } = daysOfExample('trend')
  expect(series.length).toBe(32)
  const trend = trendOf(series)
  expect(trend).toMatchObject({ level: 132.5, expected: 42, withToday: true, trending: true })
  expect(trend?.score.toFixed(2)).toBe('3.15')
  expect(text).toContain('score 3.15, from 42 to 132.5 addresses a day, trending')
  const finished = trendOf([...series.slice(0, -1), 0])
  expect(finished).toMatchObject({ level: 107, expected: 42.5, withToday: false })
  expect(finished?.score.toFixed(2)).toBe('2.52')
})

describe('laws of trends', () => {
  test('scale: more sensors lower no score, and change none above the floor', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 2, max: 50 }), (series, times) => {
        const [one, many] = [trendOf(series), trendOf(series.map((count) => count * times))]
        expect(many!.score).toBeGreaterThanOrEqual(one!.score * (1 - 1e-12))
      }),
    )
    const above = days(fc.integer({ min: floor, max: 100_000 }))
    fc.assert(
      fc.property(above, fc.integer({ min: 2, max: 50 }), (series, times) => {
        const many = trendOf(series.map((count) => count * times))
        expect(many!.score).toBeCloseTo(trendOf(series)!.score, 9)
      }),
    )
  })

  test('the order of the four weeks before does not matter', () => {
    fc.assert(
      fc.property(days(fc.nat(500)), fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 }), (series, order) => {
        // Only the weeks behind the recent days: day −1 and −2 with those 7, 14, 21 and 28 days before.
        const other = [...series]
        const last = series.length - 1
        for (const recent of [0, 1, 2])
          for (const [place, week] of order.entries())
            other[last - recent - 7 * (place + 1)] = series[last - recent - 7 * week] ?? 0
        expect(trendOf(other)).toEqual(trendOf(series))
      }),
    )
  })

  test('quiet tags never trend', () => {
    fc.assert(
      fc.property(days(fc.nat(threshold * floor - 1)), (series) => {
        expect(trendOf(series)?.trending).toBe(false)
      }),
    )
  })

  test('a steady weekly rhythm never trends, whatever the time of the day', () => {
    const week = fc.array(fc.nat(100_000), { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(
        week,
        fc.integer({ min: trendReach, max: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (week, length, soFar) => {
          expect(trendOf(rhythm(week, length, soFar))!.score).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  test('today can start a trend and never ends one', () => {
    fc.assert(
      fc.property(counts, fc.nat(100_000), (series, more) => {
        const today = series.at(-1) ?? 0
        const later = [...series.slice(0, -1), today + more]
        expect(trendOf(later)!.score).toBeGreaterThanOrEqual(trendOf(series)!.score)
      }),
    )
    const steady = Array.from({ length: trendReach }, () => 100)
    expect(trendOf([...steady.slice(0, -1), 400])).toMatchObject({ trending: true, withToday: true })
    expect(trendOf([...steady.slice(0, -3), 400, 400, 0])).toMatchObject({ trending: true, withToday: false })
  })

  test('a tag at a new height trends for two weeks and no longer', () => {
    const trendsAfter = (length: number): boolean =>
      trendOf([...Array.from({ length: 60 }, () => 50), ...Array.from({ length }, () => 200), 0])!.trending
    expect([2, 7, 13, 16, 20, 30].map(trendsAfter)).toEqual([true, true, true, false, false, false])
  })

  test('chance alone hardly ever makes a trend', () => {
    const next = seeded(11)
    const week = [1, 1.1, 1, 0.9, 1, 0.5, 0.4]
    let trending = 0
    for (let round = 0; round < 20_000; round++) {
      const mean = 2 ** (1 + 10 * next())
      const series = Array.from({ length: trendReach }, (_, at) => poisson(mean * (week[at % 7] ?? 1), next))
      if (trendOf(series)?.trending) trending++
    }
    expect(trending).toBeLessThan(20)
  })
})

test('unknown days are no zeros: a young record compares nothing, later weeks count for what they are', () => {
  const young = [...Array.from({ length: 25 }, () => null), 0, 0, 0, 500, 500, 500]
  expect(trendOf(young)).toBeNull()
  const aWeek = [
    ...Array.from({ length: 21 }, () => null),
    ...Array.from({ length: 7 }, () => 100),
    300,
    300,
    0,
  ]
  expect(trendOf(aWeek)).toMatchObject({ score: 3, expected: 100 })
  expect(trendOf([])).toBeNull()
})

test('a newcomer was carried by nobody before the last seven days of a record that is older', () => {
  const days = (known: number, ...recent: number[]) => [
    ...Array.from({ length: 30 - known }, () => null),
    ...Array.from({ length: known - recent.length }, () => 0),
    ...recent,
  ]
  expect(isNewcomer(days(30, 3, 0, 1))).toBe(true)
  expect(isNewcomer(days(13, 3, 0, 1))).toBe(false)
  expect(isNewcomer(days(30, 1, 0, 0, 0, 0, 0, 0, 5))).toBe(false)
  expect(isNewcomer(days(30))).toBe(false)
})
