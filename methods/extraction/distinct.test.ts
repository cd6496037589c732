import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Distinct } from './distinct.ts'

test('it knows what a map knows, in the order in which it came', () => {
  const keys = fc.array(fc.tuple(fc.nat(3), fc.nat(700)), { maxLength: 3000 })
  fc.assert(
    fc.property(keys, (added) => {
      const set = new Distinct(2)
      const plain = new Map<string, { times: number; line: number }>()
      for (const [line, key] of added.entries()) {
        set.key.set(key)
        const known = plain.get(key.join())
        expect(set.add(line, true)).toBe(known ? 'known' : 'new')
        if (known) known.times++
        else plain.set(key.join(), { times: 1, line })
      }
      const members = Array.from({ length: set.size }, (_, at) => [
        `${set.word(at, 0)},${set.word(at, 1)}`,
        { times: set.times(at), line: set.line(at) },
      ])
      expect(members).toEqual([...plain])
    }),
    { numRuns: 30 },
  )
})

test('what is new may be refused, what is known is counted nevertheless', () => {
  const set = new Distinct(1)
  set.key[0] = 7
  expect([set.add(1, true), set.add(2, false)]).toEqual(['new', 'known'])
  set.key[0] = 0
  expect([set.add(3, false), set.size, set.times(0)]).toEqual(['refused', 1, 2])
})
