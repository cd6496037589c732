import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Distinct } from './distinct.ts'

test('it knows what a map knows, in the order in which it came', () => {
  const keys = fc.array(fc.tuple(fc.nat(3), fc.nat(700)), { maxLength: 3000 })
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 600 }), (added, together) => {
      const set = new Distinct(2)
      const plain = new Map<string, { times: number; line: number }>()
      for (const [line, key] of added.entries()) {
        set.key.set(key)
        if (!set.add(line) || line % together === 0) set.flush(Infinity)
        const known = plain.get(key.join())
        if (known) known.times++
        else plain.set(key.join(), { times: 1, line })
      }
      set.flush(Infinity)
      const members = Array.from({ length: set.size }, (_, at) => [
        `${set.word(at, 0)},${set.word(at, 1)}`,
        { times: set.times(at), line: set.line(at) },
      ])
      expect(members).toEqual([...plain])
      expect(set.found).toBe(added.length)
    }),
    { numRuns: 30 },
  )
})

test('beyond the bound only what is known is counted', () => {
  const set = new Distinct(1)
  for (const [line, key] of [7, 7, 0, 7].entries()) {
    set.key[0] = key
    set.add(line)
  }
  set.flush(1)
  const { size, found, ignored } = set
  expect({ size, found, ignored, times: set.times(0) }).toEqual({ size: 1, found: 4, ignored: 1, times: 3 })
})
