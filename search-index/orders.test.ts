import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setBit, wordsFor } from './bits.ts'
import { descending, firstInOrder } from './orders.ts'
import type { Segment } from './segment.ts'

const steps = { spend: () => undefined }
const keys = fc.array(fc.oneof(fc.nat(3), fc.nat(70_000), fc.integer({ min: 0, max: 2 ** 34 })), {
  maxLength: 300,
})

/** Documents at the addresses ::0, ::1, …: all else of a segment has no part in it. */
const segmentOf = (size: number) =>
  ({
    size,
    keys: Uint32Array.from({ length: 4 * size }, (_, at) => (at % 4 === 3 ? at >>> 2 : 0)),
  }) as unknown as Segment

describe('orders of documents', () => {
  test('have the highest key first, and equal keys in the order of addresses', () => {
    fc.assert(
      fc.property(keys, (values) => {
        const sorted = values
          .map((key, at) => ({ key, at }))
          .sort((a, b) => b.key - a.key || a.at - b.at)
          .map(({ at }) => at)
        expect([...descending(Float64Array.from(values))]).toEqual(sorted)
      }),
    )
  })

  test('page by page every match comes once, in order, whether matches are listed or marked', () => {
    fc.assert(
      fc.property(keys, fc.nat(), fc.integer({ min: 1, max: 20 }), (values, drop, size) => {
        const all = Float64Array.from(values)
        const sorted = { keys: all, docs: descending(all) }
        const matching = values.map((_, at) => at).filter((at) => (at + drop) % 3 !== 0)
        const words = new Uint32Array(wordsFor(values.length))
        for (const at of matching) setBit(words, at)
        const segment = segmentOf(values.length)
        for (const found of [{ words }, { list: Uint32Array.from(matching) }]) {
          const seen: number[] = []
          for (;;) {
            const last = seen.at(-1)
            const after =
              last === undefined ? null : { key: all[last] ?? 0, address: Uint32Array.of(0, 0, 0, last) }
            const page = firstInOrder(found, segment, sorted, { after, size, steps })
            seen.push(...page)
            if (page.length < size) break
          }
          expect(seen).toEqual([...sorted.docs].filter((at) => matching.includes(at)))
        }
      }),
    )
  })
})
