import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { asWords } from './doc-id-set.ts'
import { countValues, matchesOf, type Matches } from './count.ts'
import { ordinalCount, type OrdinalMap } from './ordinal-maps.ts'
import type { NumbersColumn } from './segment.ts'

/** Values of a field in the whole index, most of which few documents have. */
const known = 200

/** A segment by the values of each document, as the index numbers them; its own numbers are others. */
function columnOf(documents: readonly (readonly number[])[]): { column: NumbersColumn; global: Uint32Array } {
  const global = Uint32Array.from(new Set(documents.flat())).toSorted()
  const own = new Map([...global].map((value, at) => [value, at]))
  const rows = documents.map((values) => values.map((value) => own.get(value)!))
  const at = Uint32Array.from([0, ...rows.map((_, row) => rows.slice(0, row + 1).flat().length)])
  const docs = [...global.keys()].map((value) =>
    rows.flatMap((row, document) => (row.includes(value) ? [document] : [])),
  )
  const postings = {
    at: Uint32Array.from([0, ...docs.map((_, value) => docs.slice(0, value + 1).flat().length)]),
    docs: Uint32Array.from(docs.flat()),
    dense: new Map(),
    some: null,
  }
  return {
    column: {
      kept: 'numbers',
      values: Float64Array.from(global),
      postings,
      docValues: { at, ids: Uint32Array.from(rows.flat()) },
    },
    global,
  }
}

const ordinalsOf = (size: number): OrdinalMap => ({
  base: columnOf(Array.from({ length: size }, (_, at) => [at])).column,
  baseSize: size,
  added: [],
  ordinals: new Map(),
  ranks: new BigUint64Array(0),
})

const value = fc.integer({ min: 0, max: known - 1 })
const document = fc.record({ values: fc.uniqueArray(value, { maxLength: 4 }), isFound: fc.boolean() })
const segment = fc.record({
  documents: fc.array(document, { minLength: 1, maxLength: 40 }),
  asBits: fc.boolean(),
})

test('values are counted as often as those that match have them, in all segments, however few or many match', () => {
  const ordinals = ordinalsOf(known)
  const ways = new Set<boolean>()
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (segments) => {
      const expected = Array.from({ length: ordinalCount(ordinals) }, () => 0)
      const all = segments.map(({ documents, asBits }): Matches => {
        const { column, global } = columnOf(documents.map(({ values }) => values))
        const list = Uint32Array.from([...documents.keys()].filter((at) => documents[at]!.isFound))
        for (const at of list) for (const one of documents[at]!.values) expected[one]! += 1
        const size = documents.length
        const found = asBits ? { words: asWords({ list }, size) } : { list }
        const [columns, globalOrdinals] = [new Map([['field', column]]), new Map([['field', global]])]
        return matchesOf(found, list.length, { size, columns, globalOrdinals })
      })
      countValues(ordinals, 'field', all, ({ of, occurring }) => {
        ways.add(occurring === null)
        expect([...of]).toEqual(expected)
        const some = [...expected.keys()].filter((at) => expected[at]! > 0)
        if (occurring) expect(occurring.toSorted((a, b) => a - b)).toEqual(some)
      })
    }),
    { numRuns: 500 },
  )
  expect(ways).toEqual(new Set([true, false]))
})

test('counts are right after a value came that was not known, and after somebody failed while reading them', () => {
  const ordinals = ordinalsOf(known)
  const countOf = (values: number[], read = (of: Uint32Array): number[] => [...of]): number[] => {
    const { column, global } = columnOf([values])
    const globalOrdinals = new Map([['field', global]])
    const all = [
      matchesOf({ list: Uint32Array.of(0) }, 1, {
        size: 1,
        columns: new Map([['field', column]]),
        globalOrdinals,
      }),
    ]
    return countValues(ordinals, 'field', all, ({ of }) => read(of))
  }
  const fail = (): never => {
    throw new Error('failed')
  }
  expect(countOf([3])[3]).toBe(1)
  expect(() => countOf([3], fail)).toThrow('failed')
  expect(countOf([4]).filter((count) => count > 0)).toEqual([1])
  ordinals.added.push('a new one')
  const counts = countOf([known])
  expect([counts.length, counts[known]]).toEqual([known + 1, 1])
})
