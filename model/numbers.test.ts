import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compact, percent, withCommas } from './numbers.ts'

/** The peer: what the runtime itself knows of the language. */
const intl = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
  const format = new Intl.NumberFormat('en-US', options)
  return (value) => format.format(value)
}

const values = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
  fc.maxSafeInteger(),
  fc.double({ min: -1e12, max: 1e12 }),
  fc.double({ min: -2, max: 2 }),
  // Near the places where a digit more is needed.
  fc.tuple(fc.integer({ min: 0, max: 14 }), fc.integer({ min: -60, max: 60 })).map(([n, by]) => 10 ** n + by),
  fc
    .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 6 }))
    .map(([n, by]) => n / 10 ** by),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 1.005, 999.95, 999_949, 999_950, 1e-7, 5e-324),
)

test('numbers are written as the language writes them', () => {
  const texts = [
    [withCommas, intl({})],
    [percent, intl({ style: 'percent', maximumFractionDigits: 1 })],
  ] as const
  fc.assert(
    fc.property(values, (value) => {
      for (const [ours, theirs] of texts) expect(ours(value)).toBe(theirs(value))
    }),
  )
})

test('short forms are those of the language, up to a thousand trillions', () => {
  const theirs = intl({ notation: 'compact', maximumFractionDigits: 1 })
  fc.assert(
    fc.property(
      values.filter((value) => Math.abs(value) < 9.9e14 || !Number.isFinite(value)),
      (value) => {
        expect(compact(value)).toBe(theirs(value))
      },
    ),
  )
})

test('a count, a short count and a share', () => {
  expect([withCommas(92_599), compact(92_599), percent(0.125)]).toEqual(['92,599', '92.6K', '12.5%'])
})
