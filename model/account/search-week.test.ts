import { expect, test } from 'vitest'
import { resetText, searchesText, weekEnd, weekOf } from './search-week.ts'

const hour = 3_600_000

test('a week begins on Monday at 00:00:00 UTC, in any year', () => {
  for (let at = Date.parse('1970-01-05T00:00:00Z'); at < Date.parse('2040-01-01'); at += 31 * hour) {
    const start = new Date(weekOf(at))
    expect([start.getUTCDay(), start.toISOString().slice(11)]).toEqual([1, '00:00:00.000Z'])
    expect(start.getTime()).toBeLessThanOrEqual(at)
    expect(weekEnd(at)).toBeGreaterThan(at)
    expect(weekOf(weekEnd(at))).toBe(weekEnd(at))
    expect(weekOf(weekEnd(at) - 1)).toBe(weekOf(at))
  }
})

test('what is left of a week is told in days that have begun', () => {
  const reset = '2026-11-30T00:00:00.000Z'
  const from = (ahead: number) => resetText(reset, Date.parse(reset) - ahead)
  expect([from(1), from(24 * hour), from(24 * hour + 1), from(7 * 24 * hour)]).toEqual([
    'Resets in 1 day',
    'Resets in 1 day',
    'Resets in 2 days',
    'Resets in 7 days',
  ])
  expect(from(-hour)).toBe('Resets in 1 day')
})

test('searches are told as a share of the limit', () => {
  expect(searchesText({ usage: 3, limit: 50 })).toBe('3 of 50 searches this week')
  expect(searchesText({ usage: 1000, limit: 10_000 })).toBe('1,000 of 10,000 searches this week')
})
