import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pack, packSome, recordReader, type Records } from './records.ts'

/** A column of texts in Native format: each its length in seven bits a byte, then its bytes. */
function written(texts: readonly string[]): { bytes: Buffer; starts: Uint32Array } {
  const parts: Buffer[] = []
  const starts = new Uint32Array(texts.length + 1)
  for (const [at, text] of texts.entries()) {
    const body = Buffer.from(text)
    const length: number[] = []
    let rest = body.length
    for (; rest > 127; rest >>>= 7) length.push((rest & 127) | 128)
    const part = Buffer.concat([Buffer.from([...length, rest]), body])
    parts.push(part)
    starts[at + 1] = starts[at]! + part.length
  }
  return { bytes: Buffer.concat(parts), starts }
}

const readRecords = (records: Records, documents: Iterable<number>): string[] =>
  Array.from(documents, recordReader(records)).map((record) => Buffer.from(record).toString())

const packed = (texts: readonly string[]) => {
  const { bytes, starts } = written(texts)
  return pack(bytes, starts)
}
const long = fc.string({ unit: 'binary', minLength: 100, maxLength: 400 })
const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), long, fc.constant('')), {
  minLength: 1,
  maxLength: 60,
})
const places = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

describe('packed records', () => {
  test('come back as they were, whatever they hold and in whichever order they are asked for', () => {
    fc.assert(
      fc.property(
        fc.array(texts, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (all, next) => {
          const rows = all.flat()
          let first = 0
          const blocks = all.map((some) => {
            const block = { first, ...packed(some) }
            first += some.length
            return block
          })
          const asked = places(30).map(() => next.next().value % rows.length)
          expect(readRecords({ blocks, rows: null }, asked)).toEqual(asked.map((at) => rows[at]))
          // Documents that were sorted, or of which some rows are not.
          const order = Uint32Array.from(asked)
          expect(readRecords({ blocks, rows: order }, places(30))).toEqual(asked.map((at) => rows[at]))
        },
      ),
    )
  })

  test('are what they were when some are packed anew', () => {
    fc.assert(
      fc.property(
        texts.chain((all) => fc.tuple(fc.constant(all), fc.subarray(places(all.length)))),
        ([all, some]) => {
          const fewer = packSome([{ packed: packed(all), rows: Uint32Array.from(some) }])
          expect(fewer.rows).toBe(some.length)
          const records = { blocks: [{ first: 0, ...fewer }], rows: null }
          expect(readRecords(records, places(some.length))).toEqual(some.map((at) => all[at]))
        },
      ),
    )
  })
})

test('records come back whole, however long they are and however far back they repeat', () => {
  // Groups of a power of two in bytes, a little fewer and a little more; their second half is the first again.
  for (const bits of [6, 9, 12, 14, 15, 16])
    for (let length = 2 ** bits - 4; length <= 2 ** bits + 1; length += 1) {
      const half = randomBytes(length)
        .toString('hex')
        .slice(0, length >>> 1)
      const text = `${half}${half}${length % 2 === 1 ? 'x' : ''}`
      expect(text).toHaveLength(length)
      expect(readRecords({ blocks: [{ first: 0, ...packed([text]) }], rows: null }, [0])).toEqual([text])
    }
})

test('a document that is not there is an error, not another document', () => {
  const records = { blocks: [{ first: 0, ...packed(['a', 'b']) }], rows: null }
  expect(() => readRecords(records, [2])).toThrow(RangeError)
  expect(() => readRecords({ blocks: [], rows: null }, [0])).toThrow(RangeError)
})

test('a group that was read of late is not unpacked again, unless it is large', () => {
  const memoryOf = (record: string): ArrayBufferLike[] => {
    const records = { blocks: [{ first: 0, ...packed([record]) }], rows: null }
    return [1, 2].map(() => recordReader(records)(0).buffer)
  }
  const [first, again] = memoryOf('a'.repeat(20_000))
  expect(again).toBe(first)
  const [large, unpackedAgain] = memoryOf('a'.repeat(40_000))
  expect(unpackedAgain).not.toBe(large)
})
