import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdingEach } from './multi-search.ts'
import { Cancelled, stepsUpTo, TooCostly } from './steps.ts'

/** Values as a segment keeps them: their bytes one after the other, in any order. */
function dictionary(values: readonly string[]): { lowered: Uint8Array; loweredAt: Uint32Array } {
  const bytes = values.map((value) => Buffer.from(value))
  const loweredAt = new Uint32Array(values.length + 1)
  for (const [at, { length }] of bytes.entries()) loweredAt[at + 1] = loweredAt[at]! + length
  return { lowered: Buffer.concat(bytes), loweredAt }
}

const unit = fc.constantFrom('a', 'b', 'ab', 'é', '😀', '/')
const text = fc.string({ unit, maxLength: 6 })

test('finds for each text exactly the values that hold it, also inside each other and across values', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), fc.array(text, { maxLength: 12 }), (values, texts) => {
      const found = holdingEach(dictionary(values), texts, stepsUpTo(Infinity))
      for (const wanted of texts) {
        if (wanted === '') continue
        const expected = values.flatMap((value, at) => (value.includes(wanted) ? [at] : []))
        expect(found.get(wanted)).toEqual(expected)
      }
    }),
    { numRuns: 3000 },
  )
})

test('a thousand texts cost hardly more than one', () => {
  const values = Array.from({ length: 2000 }, (_, n) => `/index${n}.html`)
  const spent = (count: number): number => {
    let sum = 0
    holdingEach(
      dictionary(values),
      Array.from({ length: count }, (_, n) => `q${n}n`),
      { spend: (steps) => void (sum += steps) },
    )
    return sum
  }
  expect(spent(1000)).toBe(spent(1))
})

test('it ends when it has cost enough, or when nobody waits any more', () => {
  const values = dictionary(Array.from({ length: 1000 }, (_, n) => `/index${n}.html`))
  expect(() => holdingEach(values, ['x'], stepsUpTo(1000))).toThrow(TooCostly)
  const cancel = new Int32Array(new SharedArrayBuffer(4))
  Atomics.store(cancel, 0, 1)
  expect(() => holdingEach(values, ['x'], stepsUpTo(Infinity, cancel))).toThrow(Cancelled)
})
