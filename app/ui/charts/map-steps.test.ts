import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countries } from '#model/countries.ts'
import { mapSteps, stepOf } from './map-steps.ts'

test('every count has a step, the highest the last, and more is never a lower step', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(counts, (all) => {
      const steps = mapSteps(all)
      expect(steps[0]).toBe(1)
      expect(steps.length).toBeLessThanOrEqual(5)
      expect(stepOf(Math.max(...all), steps)).toBe(steps.length)
      const sorted = all.toSorted((a, b) => a - b).map((count) => stepOf(count, steps))
      expect(sorted).toEqual(sorted.toSorted((a, b) => a - b))
    }),
  )
})

test('most countries we know can be drawn, by their codes', () => {
  const drawn = new Set(readFileSync('public/world.svg', 'utf8').match(/(?<=id=")[A-Z]{2}(?=")/g))
  const known = countries.filter(({ code }) => drawn.has(code))
  expect(known.length).toBe(drawn.size)
  expect(drawn.size).toBeGreaterThan(170)
})
