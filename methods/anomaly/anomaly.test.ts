import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anomalyOf, anomalyReach } from './anomaly.ts'
import { daysOfExample, poisson, rhythm, seeded } from '../testing.ts'
import { floor } from '../trend/trend.ts'

const counts = fc.array(fc.nat(100_000), { minLength: anomalyReach, maxLength: anomalyReach + 10 })

test('the worked example of docs/methods/anomaly.md', () => {
  const { text, series } = daysOfExample('anomaly')
  expect(series.length).toBe(anomalyReach)
  const found = anomalyOf(series)
  expect(found).toMatchObject({
    ago: 1,
    seen: 190,
    expected: 100.5,
    residual: 3,
    spread: 10.05,
    anomalous: true,
  })
  expect(found?.score.toFixed(2)).toBe('8.91')
  expect(text).toContain('8.91: a surge')
})

describe('laws of anomalies', () => {
  test('scale: more sensors make no anomaly less of one', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 2, max: 50 }), (series, times) => {
        const [one, many] = [anomalyOf(series), anomalyOf(series.map((count) => count * times))]
        expect(Math.abs(many!.score)).toBeGreaterThanOrEqual(Math.abs(one!.score) * (1 - 1e-9))
      }),
    )
  })

  test('the order of the four weeks before does not matter', () => {
    fc.assert(
      fc.property(counts, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (series, order) => {
        // Yesterday's baseline; today is silent, so that yesterday decides.
        const before = series.slice(-30, -2)
        const shuffled = order.flatMap((week) => before.slice(7 * week, 7 * week + 7))
        const ends = [series.at(-2) ?? 0, 0]
        expect(anomalyOf([...shuffled, ...ends])).toEqual(anomalyOf([...before, ...ends]))
      }),
    )
  })

  test('quiet tags have none', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 * floor - 1), { minLength: anomalyReach, maxLength: 40 }), (series) => {
        expect(anomalyOf(series)?.anomalous).toBe(false)
      }),
    )
  })

  test('a steady weekly rhythm has none, whatever the time of the day', () => {
    const week = fc.array(fc.nat(100_000), { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(week, fc.double({ min: 0, max: 1, noNaN: true }), (week, soFar) => {
        expect(anomalyOf(rhythm(week, 36, soFar))?.score).toBe(0)
      }),
    )
  })

  test('a silence needs a finished day', () => {
    const steady = Array.from({ length: 40 }, () => 400)
    expect(anomalyOf([...steady, 400, 0])).toMatchObject({ anomalous: false })
    expect(anomalyOf([...steady, 0, 0])).toMatchObject({ anomalous: true, ago: 1, seen: 0 })
    expect(anomalyOf([...steady, 0, 0])!.score).toBeLessThan(0)
    expect(anomalyOf([...steady, 400, 4000])).toMatchObject({ anomalous: true, ago: 0 })
  })

  test('chance alone hardly ever makes one', () => {
    const next = seeded(5)
    const week = [1, 1.1, 1, 0.9, 1, 0.5, 0.4]
    let found = 0
    for (let round = 0; round < 20_000; round++) {
      const mean = 2 ** (1 + 12 * next())
      const series = Array.from({ length: anomalyReach }, (_, at) =>
        poisson(mean * (week[at % 7] ?? 1), next),
      )
      if (anomalyOf(series)?.anomalous) found++
    }
    expect(found).toBeLessThan(20)
  })
})

test('a baseline that is mostly unknown says nothing', () => {
  const few = [...Array.from({ length: 12 }, () => null), ...Array.from({ length: 18 }, () => 100), 900, 900]
  expect(anomalyOf(few)).toBeNull()
})

test('a surge of today is told of when nothing can be said of yesterday', () => {
  // Twenty-one days are known before today, twenty before yesterday.
  const young = [...Array.from({ length: 8 }, () => null), ...Array.from({ length: 21 }, () => 100)]
  expect(anomalyOf([...young, 900])).toMatchObject({ ago: 0, seen: 900, anomalous: true })
  expect(anomalyOf([...young, 0])).toBeNull()
})

test('a surge of today is told of when yesterday is as far away and no anomaly', () => {
  // 19 of an expected 0 and 29 of an expected 10 lie six spreads away, and 19 addresses are too few.
  const series = Array.from({ length: anomalyReach }, (_, at) => ((anomalyReach - 1 - at) % 7 === 0 ? 10 : 0))
  expect(anomalyOf([...series.slice(0, -2), 19, 10])).toMatchObject({ ago: 1, anomalous: false })
  expect(anomalyOf([...series.slice(0, -2), 19, 29])).toMatchObject({ ago: 0, seen: 29, anomalous: true })
})
