import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { like, likeLong, likeShort, type Pattern } from './like.ts'

const wildcard = fc.constantFrom({ wildcard: '*' as const }, { wildcard: '?' as const })
const letters = fc.constantFrom('a', 'b', '.', '😀', '\n')

test('wildcards match as a regular expression of the same meaning does', () => {
  const piece = fc.oneof(fc.constantFrom('a', 'b', 'ab', '.', '😀', '\n'), wildcard)
  const text = fc.string({ unit: letters, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), text, (pattern, value) => {
      const source = pattern.map((part) =>
        typeof part === 'string' ? part.replace('.', String.raw`\.`) : part.wildcard === '*' ? '.*' : '.',
      )
      const expected = new RegExp(`^${source.join('')}$`, 'su').test(value)
      expect([like(value, pattern), likeShort(value, pattern), likeLong(value, pattern)]).toEqual([
        expected,
        expected,
        expected,
      ])
    }),
    { numRuns: 5000 },
  )
})

test('both ways agree on texts and pieces that repeat themselves', () => {
  const repeated = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 })
  const piece = fc.oneof(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 }), wildcard)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), repeated, (pattern, value) => {
      expect(likeLong(value, pattern)).toBe(likeShort(value, pattern))
    }),
    { numRuns: 5000 },
  )
})

test('a long pattern costs no more than text and pattern are long', () => {
  // Text × pattern would be ten thousand million comparisons for each, far beyond any limit of a test.
  const text = 'a'.repeat(200_000)
  const long = 'a'.repeat(50_000)
  const star = { wildcard: '*' } as const
  const one = { wildcard: '?' } as const
  const patterns: [Pattern, boolean][] = [
    [[star, long, one, 'b', star], false],
    [[star, long, one, long, one, 'ab'], false],
    [[star, long, one, long, star], true],
    [[long, one, star, long], true],
  ]
  for (let round = 0; round < 3; round += 1)
    for (const [pattern, matches] of patterns) {
      expect(like(`${text}b`, [...pattern, 'zz'])).toBe(false)
      expect(likeLong(`${text}`, pattern)).toBe(matches)
    }
})
