import { expect, test } from 'vitest'
import { openReplacing } from './replacing.ts'

test('threads that end are replaced at once where that is rare, and where it comes again later each time, a minute at most', () => {
  let now = 5
  const replacing = openReplacing(1000, () => now)
  /** Milliseconds from an end until others may begin. */
  const waited = (): number => {
    replacing.ended()
    const from = now
    while (!replacing.mayBegin()) now += 500
    return now - from
  }
  expect(replacing.mayBegin()).toBe(true)
  expect(Array.from({ length: 9 }, waited)).toEqual([
    0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ])
  now += 600_000
  expect([waited(), waited()]).toEqual([0, 1000])
})
