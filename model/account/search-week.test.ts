import { expect, test } from 'vitest'
import {
  resetText,
  searchesBadge,
  searchesText,
  searchLimitOf,
  searchSpan,
  weekEnd,
  weekOf,
} from './search-week.ts'

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
  const per = 'week'
  expect(searchesText({ usage: 3, limit: 50, per })).toBe('3 of 50 searches this week')
  expect(searchesText({ usage: 1000, limit: 10_000, per })).toBe('1,000 of 10,000 searches this week')
  const badge = (usage: number) => searchesBadge({ usage, limit: 50, per, usageReset: '' })
  expect([badge(49), badge(50), badge(51)]).toEqual([
    '49/50 searches used this week',
    'Search Limit Reached',
    'Search Limit Reached',
  ])
})

test('a legacy plan counts by the day, from 00:00:00 UTC, and says so', () => {
  expect(searchLimitOf({ searchesPerWeek: 50, searchesPerDay: 5 })).toEqual({ limit: 5, per: 'day' })
  expect(searchLimitOf({ searchesPerWeek: 50, searchesPerDay: null })).toEqual({ limit: 50, per: 'week' })
  expect(searchLimitOf({ searchesPerWeek: null, searchesPerDay: null })).toBe(null)
  const midnight = Date.parse('2026-11-25T00:00:00Z')
  for (const at of [midnight, midnight + 1, midnight + 24 * hour - 1])
    expect(searchSpan('day', at)).toEqual({ start: midnight, end: midnight + 24 * hour })
  expect(searchSpan('week', midnight)).toEqual({ start: weekOf(midnight), end: weekEnd(midnight) })
  expect(searchesText({ usage: 3, limit: 5, per: 'day' })).toBe('3 of 5 searches today')
  expect(searchesBadge({ usage: 3, limit: 5, per: 'day', usageReset: '' })).toBe('3/5 searches used today')
})
