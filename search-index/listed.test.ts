import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedIn } from './listed.ts'

const steps = { spend: () => undefined }
const low = fc.uniqueArray(fc.oneof(fc.nat(30), fc.nat(5000)), { maxLength: 200 })

/** The addresses ::0, ::1, … of some numbers. */
const keysOf = (numbers: readonly number[]): Uint32Array =>
  Uint32Array.from(numbers.toSorted((a, b) => a - b).flatMap((number) => [0, 0, 0, number]))

test('documents of a list are those whose address the list holds, ascending, however long either is', () => {
  fc.assert(
    fc.property(low, low, (documents, wanted) => {
      const sorted = documents.toSorted((a, b) => a - b)
      const places = sorted.flatMap((number, at) => (wanted.includes(number) ? [at] : []))
      expect([...listedIn(keysOf(documents), keysOf(wanted), steps)]).toEqual(places)
    }),
  )
})

test('a short list among many documents takes few steps', () => {
  let spent = 0
  const counted = { spend: (some: number) => (spent += some) }
  const many = keysOf(Array.from({ length: 20_000 }, (_, at) => 2 * at))
  expect([...listedIn(many, keysOf([7, 30_000]), counted)]).toEqual([15_000])
  expect(spent).toBeLessThan(200)
})
