import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBuckets } from './buckets.ts'

test('in any time nobody does more than so often at once and so often a second, and whoever waits as told may', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 200 })
  fc.assert(
    fc.property(steps, (waits) => {
      let at = 0
      const buckets = openBuckets({ atOnce: 5, perSecond: 2 }, () => at)
      let taken = 0
      for (const wait of waits) {
        at += wait
        const told = buckets.take('a')
        if (told === 0) taken += 1
        else {
          at += Math.ceil(told * 1000)
          expect(buckets.take('a')).toBe(0)
          taken += 1
        }
        expect(taken).toBeLessThanOrEqual(5 + (at / 1000) * 2 + 1e-6)
      }
    }),
  )
})

test('what one does is nothing to another', () => {
  const buckets = openBuckets({ atOnce: 1, perSecond: 0.1 }, () => 0)
  expect([buckets.take('a'), buckets.take('b')]).toEqual([0, 0])
  expect(buckets.take('a')).toBeGreaterThan(0)
})
