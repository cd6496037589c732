import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phases } from '#model/cve-report.ts'
import { phaseOf, phaseRule } from './phase.ts'

/** Ninety days that end so; zeros before. */
const ending = (...last: number[]): number[] => [
  ...Array.from({ length: 90 - last.length }, () => 0),
  ...last,
]
const times = (count: number, value: number): number[] => Array.from({ length: count }, () => value)
const wordOf = (daily: number[], watchedDays = 90) => phaseOf({ daily, watchedDays }).word

describe('the phase of a CVE', () => {
  test('the worked example of docs/methods/cve-phase.md is rising', () => {
    const daily = ending(...times(28, 2), 3, 4, 5, 6, 6, 7, 11, 4)
    expect(phaseOf({ daily, watchedDays: 90 })).toEqual({
      word: 'rising',
      method: '1',
      because: '6 addresses a day in the last 7 days, 2 in the 28 before: twice or more.',
    })
  })

  test.each([
    ['none seen', ending(), 90],
    ['early', ending(1), 90],
    ['early', ending(0, 3, 9, 20, 30, 30, 30, 30, 30, 12), 90],
    ['background', ending(0, 3, 9, 20, 30, 30, 30, 30, 30, 12), 10],
    ['mass', ending(...times(36, 60)), 90],
    ['mass', ending(60, 70, 80, 90, 99, 99, 99, 9), 90],
    ['fading', ending(...times(28, 60), ...times(8, 20)), 90],
    ['fading', ending(...times(28, 200), ...times(8, 60)), 90],
    ['background', ending(...times(36, 5)), 90],
    ['background', ending(1, ...times(40, 0)), 90],
    ['background', ending(...times(28, 0.1), ...times(8, 0)), 90],
  ] as const)('%s', (word, daily, watched) => {
    expect(wordOf([...daily], watched)).toBe(word)
  })

  test.each([
    [ending(...times(28, 5), ...times(8, 6)), 'about the same.'],
    [ending(1, ...times(40, 0)), 'about the same.'],
    [ending(...times(14, 1), ...times(21, 0), 5), 'so few that it may be chance.'],
    [ending(1, ...times(60, 0), ...times(4, 1), ...times(4, 0)), 'so few that it may be chance.'],
  ])('background says why: %#', (daily, why) => {
    const { word, because } = phaseOf({ daily, watchedDays: 90 })
    expect([word, because.split(': ').at(-1)]).toEqual(['background', why])
  })

  test('does not compare with days that nobody watched', () => {
    expect(phaseOf({ daily: ending(1, 1, 1), watchedDays: 3 }).because).toBe(
      '0.3 addresses a day in the last 7 days, and no day before was watched: too few to compare.',
    )
  })

  const days = fc.array(fc.nat(200), { minLength: 90, maxLength: 90 })

  test('is always one of the six words, and none is seen exactly when nothing was', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 90 }), (daily, watchedDays) => {
        const { word } = phaseOf({ daily, watchedDays })
        expect(phases).toContain(word)
        expect(word === 'none seen').toBe(daily.every((count) => count === 0))
      }),
    )
  })

  test('today, which is not over, changes nothing that was seen before', () => {
    fc.assert(
      fc.property(days, fc.nat(500), (daily, today) => {
        fc.pre(daily.slice(0, -1).some((count) => count > 0))
        expect(wordOf([...daily.slice(0, -1), today])).toBe(wordOf(daily))
      }),
    )
  })

  test('what nobody watched is not compared, so it neither rises nor fades', () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 1, max: phaseRule.recentDays + phaseRule.minBaseDays }),
        (daily, watched) => {
          expect(['rising', 'fading', 'early']).not.toContain(
            wordOf(ending(...daily.slice(-watched)), watched),
          )
        },
      ),
    )
  })
})
