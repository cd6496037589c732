import { expect, test } from 'vitest'
import { agoInDays } from './ago.ts'

test('how long ago is told by UTC days, the same all day long', () => {
  const now = '2026-11-25T02:00:00Z'
  expect(agoInDays('2026-11-25T01:00:00Z', now)).toBe('today')
  expect(agoInDays('2026-11-24T23:59:59Z', now)).toBe('yesterday')
  expect(agoInDays('2026-11-13T00:00:00Z', now)).toBe('12 days ago')
  expect(agoInDays('2026-11-13T00:00:00Z', '2026-11-25T23:59:59Z')).toBe('12 days ago')
  // A clock that runs ahead saw nothing of tomorrow.
  expect(agoInDays('2026-11-26T00:00:00Z', now)).toBe('today')
  expect(agoInDays('', now)).toBe('')
})
