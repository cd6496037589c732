import { expect, test } from 'vitest'
import { toMultiple, toWholeSecond } from './whole-seconds.ts'

test('pauses end together, at whole seconds, and none is half a second longer or shorter than was asked for', () => {
  for (const now of [0, 1, 499, 500, 999.25, 86_400_001.5])
    for (const pause of [1000, 1049, 1500, 1999, 2000, 5250, 3_600_000]) {
      const made = toWholeSecond(pause, now)
      expect((now + made) % 1000).toBeCloseTo(0)
      expect(Math.abs(made - pause)).toBeLessThanOrEqual(500)
    }
})

test('longer steps, too: of ten seconds none is five longer or shorter', () => {
  for (const now of [0, 1, 4999, 9999.5, 86_400_001.5])
    for (const pause of [10_000, 12_345, 3_600_000]) {
      const made = toMultiple(10_000, pause, now)
      expect((now + made) % 10_000).toBeCloseTo(0)
      expect(Math.abs(made - pause)).toBeLessThanOrEqual(5000)
    }
})

test('a pause of less than a second stays as it is', () => {
  for (const pause of [0, 1, 250, 999]) expect(toWholeSecond(pause, 123)).toBe(pause)
})
