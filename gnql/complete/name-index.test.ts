import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { openNames, rankedEach } from './name-index.ts'

const name = fc.stringMatching(/^[ab \-\nÄİ]{0,5}$/)
const namesOf = (item: string[]) => item

test('what is found in one pass is what is found name by name', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(name, { maxLength: 3 }), { maxLength: 12 }),
      name,
      fc.nat(5),
      (list, typed, limit) => {
        const found = openNames(list, namesOf).find(typed, limit)
        const wanted = typed.toLowerCase()
        expect(found).toEqual(wanted === '' ? list.slice(0, limit) : rankedEach(list, namesOf, wanted, limit))
      },
    ),
    { numRuns: cases(1000, 50_000) },
  )
})

test('the nearest come first: what begins with it, what has a word that does, what holds it', () => {
  const names = openNames(['xmir', 'a mirror', 'Mirai', 'mira'], (text) => [text])
  expect(names.find('MIR', 10)).toEqual(['Mirai', 'mira', 'a mirror', 'xmir'])
  expect(names.find('mir', 2)).toEqual(['Mirai', 'mira'])
})
