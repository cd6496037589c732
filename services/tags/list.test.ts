import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { intentions, tagCategories } from '#model/tag.ts'
import { loadTags } from '#tags/load.ts'
import { chosen, type ListTags, tagSorts } from './list.ts'
import type { SeenOfTags } from './seen.ts'

const tags = new Map(loadTags().map((tag) => [tag.slug, tag]))
const report = (): SeenOfTags => ({
  series: { days: ['2026-11-28'], unknown: 0, counts: new Map() },
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
