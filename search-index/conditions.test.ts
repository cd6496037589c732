import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Predicate } from '#gnql/predicate.ts'
import { setBit, wordsFor } from './bits.ts'
import { withValues } from './conditions.ts'
import { asList } from './doc-id-set.ts'
import { conditionOf } from './find.ts'
import type { Postings, Segment, WordColumn } from './segment.ts'
import { type Steps, stepsUpTo, TooCostly, uncounted } from './steps.ts'

/** Which documents have any of some values, and what it costs to say so. */

/** @param documents of each value, ascending @param dense which values are kept as bits */
function postingsOf(documents: readonly (readonly number[])[], size: number, dense: ReadonlySet<number>) {
  const at = new Uint32Array(documents.length + 1)
  const docs: number[] = []
  const bits: Postings['dense'] = new Map()
  for (const [value, some] of documents.entries()) {
    if (dense.has(value)) {
      const words = new Uint32Array(wordsFor(size))
      for (const document of some) setBit(words, document)
      bits.set(value, { words, count: some.length })
    } else docs.push(...some)
    at[value + 1] = docs.length
  }
  return { at, docs: Uint32Array.from(docs), dense: bits, some: null }
}

test('documents with any value of a range, or of some, are all those and each once', () => {
  const size = 200
  const some = fc
    .uniqueArray(fc.nat(size - 1), { maxLength: 40 })
    .map((each) => each.toSorted((a, b) => a - b))
  const value = fc.nat(11)
  fc.assert(
    fc.property(
      fc.array(some, { minLength: 12, maxLength: 12 }),
      fc.uniqueArray(value, { maxLength: 4 }),
      fc.oneof(
        fc.tuple(value, value).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
        fc.uniqueArray(value).map((numbers) => ({ numbers: Uint32Array.from(numbers) })),
      ),
      (documents, dense, values) => {
        const postings = postingsOf(documents, size, new Set(dense))
        const wanted = new Set(
          'numbers' in values
            ? Array.from(values.numbers, (each) => documents[each]!).flat()
            : documents.slice(values.from, values.to).flat(),
        )
        const condition = withValues(postings, size, values, uncounted)
        const ascending = [...wanted].toSorted((a, b) => a - b)
        expect([...asList(condition.all())]).toEqual(ascending)
        expect(condition.maxCount).toBeGreaterThanOrEqual(wanted.size)
        const every = Uint32Array.from({ length: size }, (_, at) => at)
        expect([...condition.among(every)]).toEqual(ascending)
      },
    ),
  )
})

/** Documents with a path each, all of which begin alike: who scans chooses them. */
function scanned(size: number): Segment {
  const paths = Array.from({ length: size }, (_, at) => `/aaaaaaaaaa${String(at).padStart(9, '0')}`)
  const one = Array.from({ length: size }, (_, at) => [at])
  const column: WordColumn = {
    kept: 'words',
    lowered: Buffer.from(paths.join('')),
    loweredAt: Uint32Array.from({ length: size + 1 }, (_, at) => 20 * at),
    spelled: null,
    postings: postingsOf(one, size, new Set()),
    docValues: null,
  }
  return {
    size,
    keys: new Uint32Array(4 * size),
    checksums: new Uint32Array(size),
    removed: new Uint32Array(0),
    records: { blocks: [], rows: null },
    columns: new Map([['http_path', column]]),
    orders: new Map(),
  }
}

test('a query that names one large range of values after the other is given up, not gathered for as long as it takes', () => {
  const segment = scanned(20_000)
  const prefixes = (count: number): Predicate => ({
    kind: 'or',
    operands: Array.from({ length: count }, (_, at) => ({
      kind: 'test',
      column: { name: 'http_path', shape: 'text-list' },
      test: { op: 'like', pattern: ['/aaaaaaaaaa'.slice(0, 1 + (at % 10)), { wildcard: '*' }] },
    })),
  })
  let spent = 0
  const counted = (steps: Steps): Steps => ({
    spend(some) {
      spent += some
      steps.spend(some)
    },
  })
  const found = conditionOf(prefixes(1), segment, counted(uncounted)).all()
  expect(asList(found)).toHaveLength(segment.size)
  // Something like a nanosecond for each document at least.
  expect(spent).toBeGreaterThan(segment.size)
  const most = 100 * spent
  expect(() => conditionOf(prefixes(90), segment, stepsUpTo(most)).all()).not.toThrow()
  expect(() => conditionOf(prefixes(1000), segment, stepsUpTo(most)).all()).toThrow(TooCostly)
})
