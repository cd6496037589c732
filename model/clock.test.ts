import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atClock, isZone, utcClock } from './clock.ts'

describe('a moment by the clock of who reads', () => {
  const at = new Date('2026-11-20T21:40:12Z')

  test.each([
    ['UTC', '24', '2026-11-20 21:40 UTC'],
    ['UTC', '12', '2026-11-20 9:40 PM UTC'],
    ['Europe/Berlin', '24', '2026-11-20 22:40 UTC+1'],
    ['Asia/Kolkata', '24', '2026-11-21 03:10 UTC+5:30'],
    ['America/New_York', '12', '2026-11-20 4:40 PM UTC-5'],
  ] as const)('in %s, %s hours: %s', (zone, hours, shown) => {
    expect(Object.values(atClock(at, { zone, hours })).join(' ')).toBe(shown)
  })

  test('midnight is 00:00, and 12:00 AM', () => {
    const midnight = new Date('2026-11-20T00:00:00Z')
    expect(atClock(midnight, { zone: 'Africa/Abidjan', hours: '24' }).time).toBe('00:00')
    expect(atClock(midnight, { zone: 'UTC', hours: '12' }).time).toBe('12:00 AM')
  })

  test('a zone of no distance reads like UTC at every moment', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (any) => {
        expect(atClock(any, { zone: 'Etc/UTC', hours: '24' })).toEqual(atClock(any, utcClock))
      }),
    )
  })

  test('no text but the name of a zone is one', () => {
    expect(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'].every(isZone)).toBe(true)
    for (const text of ['', 'Mars/Olympus', '+01:00', 'UTC;', '../etc', 'browser', 7, null, 'A'.repeat(65)])
      expect(isZone(text), String(text)).toBe(false)
  })
})
