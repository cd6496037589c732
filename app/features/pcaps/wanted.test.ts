import { expect, test } from 'vitest'
import { askedIn, wantedOf } from './wanted.ts'

const now = Date.UTC(2026, 10, 25, 12, 34, 56)

test('where nothing is said it is the last day of all sensors', () => {
  const asked = askedIn(new URLSearchParams(), now)
  expect(asked).toEqual({ from: '2026-11-24T12:34', to: '2026-11-25T12:34', sensors: [], query: '' })
  expect(wantedOf(asked)).toEqual({
    from: Date.UTC(2026, 10, 24, 12, 34),
    to: Date.UTC(2026, 10, 25, 12, 35),
    sensors: [],
    query: '*',
  })
})

test('what the address says is what is wanted, and what is no time is none', () => {
  const address = new URLSearchParams(
    'from=2026-11-01T00:00&to=2026-11-01T23:59&sensors=a&sensors=b&query=port:23',
  )
  expect(wantedOf(askedIn(address, now))).toEqual({
    from: Date.UTC(2026, 10, 1),
    to: Date.UTC(2026, 10, 2),
    sensors: ['a', 'b'],
    query: 'port:23',
  })
  for (const from of ['yesterday', '2026-13-01T00:00', '2026-11-01'])
    expect(wantedOf({ ...askedIn(address, now), from })).toBeNull()
})
