import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../../address.ts'
import { type BlockColumn, nativeBlock } from './block.ts'
import { readColumn } from './read-columns.ts'
import { beginColumn } from './columns.ts'
import { joinColumn } from './join-columns.ts'
import { joinBlocks } from './join.ts'
import { type ReadBlock, readBlock } from './read.ts'
import { columnValues, type Row } from './testing.ts'

const types = Object.keys(columnValues)
const columns: BlockColumn<Row>[] = types.map((type, at) => ({
  name: `c${at}`,
  type,
  value: (row) => row[`c${at}`],
}))
const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record(Object.fromEntries(types.map((type, at) => [`c${at}`, columnValues[type]!]))),
  { maxLength: 40 },
)
const block = async (some: readonly Row[], of = columns): Promise<Buffer> =>
  Buffer.concat(await nativeBlock(some, of))

/** What the engine would have: half surrogates become U+FFFD, and addresses are written in one way. */
const spelled = (type: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => spelled(type, one))
  if (typeof value !== 'string') return value
  return type === 'IPv6' ? fromHex(toHex(value) ?? '') : value.toWellFormed()
}

test('every type that is written, or was, is read and joined', () => {
  expect(Object.keys(readColumn)).toEqual(expect.arrayContaining(Object.keys(beginColumn)))
  expect(Object.keys(joinColumn)).toEqual(Object.keys(readColumn))
})

describe('a block', () => {
  test('comes back as it was written, in any order of reading', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (some) => {
        const read = readBlock(await block(some))
        expect(read.rows).toBe(some.length)
        expect([...read.columns].map(([name, { type }]) => [name, type])).toEqual(
          columns.map(({ name, type }) => [name, type]),
        )
        for (const [name, { type, valueAt }] of [...read.columns].toReversed())
          for (let at = some.length - 1; at >= 0; at -= 1)
            expect(valueAt(at)).toEqual(spelled(type, some[at]![name]))
      }),
      { numRuns: 200 },
    )
  })

  test('in parts, joined with more columns behind them, is the block that was written at once', async () => {
    const [first, behind] = [columns.slice(0, 9), columns.slice(9)]
    await fc.assert(
      fc.asyncProperty(rows, fc.array(fc.nat({ max: 40 }), { maxLength: 4 }), async (some, cuts) => {
        const ends = [...cuts.filter((cut) => cut < some.length).toSorted((a, b) => a - b), some.length]
        const parts: ReadBlock[] = []
        for (const [place, end] of ends.entries())
          parts.push(readBlock(await block(some.slice(ends[place - 1] ?? 0, end), first)))
        const joined = await joinBlocks(parts, first, { rows: some, columns: behind })
        expect(Buffer.concat(joined).equals(await block(some))).toBe(true)
        for (const [place, type] of types.entries()) {
          const one = columns.slice(place, place + 1)
          const halves = [some.slice(0, some.length >> 1), some.slice(some.length >> 1)]
          const read = await Promise.all(halves.map(async (half) => readBlock(await block(half, one))))
          const whole = Buffer.concat(await joinBlocks(read, one, { rows: some, columns: [] }))
          expect(whole.equals(await block(some, one)), type).toBe(true)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('of other columns is not joined', async () => {
    const parts = await Promise.all(
      [columns.slice(0, 2), columns.slice(1, 3)].map(async (of) => readBlock(await block([{}], of))),
    )
    const joined = joinBlocks(parts, columns.slice(0, 2), { rows: [{}, {}], columns: [] })
    await expect(joined).rejects.toThrow(RangeError)
  })

  test('that is cut at any byte, or goes on, is refused', async () => {
    const some = fc.sample(rows, { numRuns: 5, seed: 1 }).find(({ length }) => length > 2)
    const whole = await block(some ?? [])
    for (let end = 0; end < whole.length; end += 1)
      expect(() => readBlock(whole.subarray(0, end)), `${end}`).toThrow(RangeError)
    expect(() => readBlock(Buffer.concat([whole, Buffer.from([0])]))).toThrow(RangeError)
  })

  test('of any other bytes is refused, or read without reaching beyond them', async () => {
    const whole = await block(fc.sample(rows, { numRuns: 5, seed: 2 }).find(({ length }) => length > 2) ?? [])
    fc.assert(
      fc.property(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 }), (at, byte) => {
        const damaged = Buffer.from(whole)
        damaged[at] = byte
        try {
          const { columns: found, rows: count } = readBlock(damaged)
          for (const { valueAt } of found.values()) for (let row = 0; row < count; row += 1) valueAt(row)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
