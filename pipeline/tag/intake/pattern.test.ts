import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { like, type Pattern } from '#gnql/like.ts'
import { fold } from '#gnql/values/fold.ts'
import { passOf } from './pattern.ts'

const letter = fc.constantFrom('a', 'b', 'A', 'Σ', '\0', '😀', '\uD83D', 'é', '\n', '$', '\\')
const text = (maxLength: number) => fc.array(letter, { maxLength }).map((letters) => fold(letters.join('')))
const part: fc.Arbitrary<Pattern[number]> = fc.oneof(
  { weight: 3, arbitrary: text(3) },
  { weight: 3, arbitrary: fc.constant({ wildcard: '*' as const }) },
  { weight: 2, arbitrary: fc.constant({ wildcard: '?' as const }) },
)

test('a pattern holds for just the texts that the language says', () => {
  let held = 0
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 7 }),
      fc.array(text(9), { minLength: 1, maxLength: 8 }),
      (pattern, texts) => {
        const pass = passOf(pattern)
        for (const value of texts) {
          const wanted = like(value, pattern)
          expect(pass(value), JSON.stringify({ pattern, value })).toBe(wanted)
          if (wanted) held += 1
        }
      },
    ),
    { numRuns: 20_000 },
  )
  expect(held).toBeGreaterThan(1000)
})
