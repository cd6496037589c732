import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { distance, nearest } from './suggest.ts'

test('a distance is a distance: nothing between equals, the same both ways, at most the longer text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(text, text, (left, right) => {
      const steps = distance(left, right, 99)
      expect(steps).toBe(distance(right, left, 99))
      expect(steps === 0).toBe(left === right)
      expect(steps).toBeLessThanOrEqual(Math.max(left.length, right.length))
      expect(distance(left, right, 2)).toBe(Math.min(steps, 2))
    }),
  )
})

test('a slip of the fingers is recognised, another word is not', () => {
  const names = ['classification', 'tags', 'last_seen', 'destination_cities']
  expect(nearest('clasification', names)).toBe('classification')
  expect(nearest('Tgas', names)).toBe('tags')
  expect(nearest('lastseen', names)).toBe('last_seen')
  expect(nearest('destination.port', names)).toBeNull()
  expect(nearest('x'.repeat(1000), names)).toBeNull()
})
