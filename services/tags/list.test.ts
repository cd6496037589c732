import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { intentions, tagCategories } from '#model/tag.ts'
import { loadTags } from '#tags/load.ts'
import { chosen, type ListTags, tagSorts } from './list.ts'
import type { SeenOfTags } from './seen.ts'

const tags = new Map(loadTags().map((tag) => [tag.slug, tag]))
const report = (): SeenOfTags => ({
  series: { days: ['2026-11-28'], unknown: 0, behind: { seconds: 0, days: new Set() }, counts: new Map() },
  inADay: new Map([...tags.keys()].map((slug, at) => [slug, (at * 7919) % 101])),
})

const optional = { requiredKeys: [] }
const input: fc.Arbitrary<ListTags> = fc.record(
  {
    sort: fc.constantFrom(...tagSorts),
    categories: fc.subarray([...tagCategories], { minLength: 1 }),
    intention: fc.constantFrom(...intentions),
    hasCve: fc.boolean(),
    search: fc.constantFrom('', ' ', 'mirai', 'router'),
  },
  optional,
)

test('what somebody else chose of the same report before changes nothing', () => {
  const shared = report()
  fc.assert(
    fc.property(input, (one) => {
      const alone = chosen(tags, report(), one)
      expect(chosen(tags, shared, one)).toEqual(alone)
      expect(chosen(tags, shared, one)).toEqual(alone)
    }),
    { numRuns: 300 },
  )
})

test('a choice is worked out once for those who make it, and no more than some hundred are kept', () => {
  const shared = report()
  const inputs = tagSorts.flatMap((sort) =>
    [undefined, ...intentions].flatMap((intention) =>
      [false, true].flatMap((hasCve) =>
        [undefined, ...tagCategories].map((one): ListTags => ({
          sort,
          intention,
          hasCve,
          categories: one && [one],
        })),
      ),
    ),
  )
  const [first = {}] = inputs
  const choice = chosen(tags, shared, first)
  expect(chosen(tags, shared, first)).toBe(choice)
  expect(inputs.length).toBeGreaterThan(200)
  for (const one of inputs) chosen(tags, shared, one)
  expect(chosen(tags, shared, first)).not.toBe(choice)
})

test('each count of a choice is what choosing that would find', () => {
  const seen = report()
  fc.assert(
    fc.property(input, (one) => {
      const { categories, intentions: ofIntention, withCves } = chosen(tags, seen, one)
      for (const { value, count } of categories)
        expect(chosen(tags, seen, { ...one, categories: [value] }).kept).toHaveLength(count)
      for (const { value, count } of ofIntention)
        expect(chosen(tags, seen, { ...one, intention: value }).kept).toHaveLength(count)
      expect(chosen(tags, seen, { ...one, hasCve: true }).kept).toHaveLength(withCves)
    }),
    { numRuns: 50 },
  )
})
