import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openWordIndex } from './word-index.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '1'), minLength: 1, maxLength: 4 })
const texts = fc.array(fc.array(word, { maxLength: 5 }), { maxLength: 60 })

/** The same, text by text. */
const slowly = (all: readonly (readonly string[])[], typed: readonly string[], limit: number): number[] =>
  all
    .flatMap((own, place) =>
      typed.length > 0 && typed.every((begin) => own.some((one) => one.startsWith(begin))) ? [place] : [],
    )
    .slice(0, limit)

test('finds what a look at every text finds, in the order of rank', () => {
  fc.assert(
    fc.property(
      texts,
      fc.array(word, { maxLength: 3 }),
      fc.integer({ min: 1, max: 10 }),
      (all, typed, limit) => {
        const index = openWordIndex(all)
        expect(index.find(typed, limit)).toEqual(slowly(all, typed, limit))
        for (const one of typed)
          expect(index.has(one)).toBe(all.some((own) => own.some((each) => each.startsWith(one))))
      },
    ),
  )
})

test('also where so many have a word that the best are looked at one by one', () => {
  const all = Array.from({ length: 9000 }, (_, at) => ['all', at % 7 === 0 ? 'seventh' : 'other', String(at)])
  const index = openWordIndex(all)
  for (const typed of [['a'], ['all', 'se'], ['se', 'o'], ['8'], ['al', '85']])
    expect(index.find(typed, 5), typed.join(' ')).toEqual(slowly(all, typed, 5))
})
