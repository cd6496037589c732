import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { valuesOf } from './record-values.ts'

/** Texts that end late, or look as if something began or ended in them. */
const texts = fc.array(fc.constantFrom('"', '\\', ',', '[', ']', '{', '}', 'a', ' ', 'ß', '\n', '/'), {
  maxLength: 6,
})
const value = fc.oneof(
  texts.map((letters) => letters.join('')),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(texts.map((letters) => letters.join(''))),
  fc.array(fc.tuple(fc.string(), fc.integer(), fc.array(fc.integer()))),
)

test('every value of a record is found as it stands, whatever its texts hold', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (values) => {
      const found = valuesOf(JSON.stringify(values))
      expect(found.count).toBe(values.length)
      expect(values.map((_, place) => JSON.parse(found.at(place)) as unknown)).toEqual(values)
    }),
  )
})

test('a text that does not end is told', () => {
  expect(() => valuesOf('["a\\"]')).toThrow(SyntaxError)
})
