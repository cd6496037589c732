import { gzipSync, zstdCompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldsOf, openCsv } from './csv.ts'
import { cellsOf } from './table.ts'
import { cellsOf as cellsOfList } from './lines.ts'
import { SourceRefused } from '../refused.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Uint8Array, size = 7, max = 1e6): Promise<Record<string, string>[]> {
  const { rows } = await openCsv(inPieces(bytes, size), max, ['a'])
  const all = []
  for await (const { row } of rows) all.push(row)
  return all
}

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`
/** No lone surrogates: those are not UTF-8. */
const field = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll(/[\r]/g, ''))
const tables = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 8 })
const textOf = (rows: [string, string][]): string =>
  `a,b\n${rows.map((row) => row.map(quoted).join(',')).join('\n')}\n`

describe('a CSV file', () => {
  test('reads as what was written, however it arrives and is packed', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
        const bytes = Buffer.from(textOf(rows))
        const wanted = rows.map(([a, b]) => ({ a, b }))
        expect(await read(bytes, size)).toEqual(wanted)
        expect(await read(gzipSync(bytes), size)).toEqual(wanted)
        expect(await read(zstdCompressSync(bytes), size)).toEqual(wanted)
      }),
      { numRuns: 50 },
    )
  })

  test('cut anywhere is refused or has lost whole rows, and packed it is always refused', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.nat(), async (rows, place) => {
        const bytes = Buffer.from(textOf(rows))
        const wanted = rows.map(([a, b]) => ({ a, b }))
        const got = await read(bytes.subarray(0, place % bytes.length)).catch((error: unknown) => error)
        if (!(got instanceof SourceRefused)) expect(wanted.slice(0, (got as []).length)).toEqual(got)
        const packed = gzipSync(bytes)
        await expect(read(packed.subarray(0, place % packed.length))).rejects.toThrow(SourceRefused)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['', 'empty'],
    ['<!doctype html>\n<title>502</title>\n', 'no column a'],
    ['a,b\n1\n', 'has 1 fields'],
    ['a,b\n1,"2\n', 'cut off'],
    ['a,b\n1,"2"3\n', 'after a closing quote'],
    ['a,b\n1,2', 'cut off'],
    ['a,b\n\u0000\ud800,2\n', ''],
  ])('%j is refused: %s', async (text, why) => {
    const bytes = why === '' ? Buffer.from([0x61, 0x0a, 0xff, 0xfe, 0x0a]) : Buffer.from(text)
    await expect(read(bytes)).rejects.toThrow(why || 'not UTF-8')
  })

  test('that unpacks to more than its limit is refused while it unpacks', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'a,b\n'))
    await expect(read(bomb, 65_536, 1_000_000)).rejects.toThrow('more than 1000000 bytes')
  })

  test('has the same fields whichever reader splits a row', () => {
    fc.assert(
      fc.property(
        fc.array(
          field.map((text) => text.replaceAll(/\s/g, '')),
          { minLength: 1 },
        ),
        (fields) => {
          const row = fields.map(quoted).join(',')
          for (const split of [fieldsOf, cellsOf, cellsOfList]) expect(split(row)).toEqual(fields)
        },
      ),
    )
  })

  test.each(['1,"2', '1,"2"3', '"'])('%j is a row to none of them', (row) => {
    expect(fieldsOf(row)).toMatch(/quote/)
    expect(cellsOf(row)).toEqual([])
    expect(cellsOfList(row)).toEqual([row])
  })

  test('of millions of empty lines is read through once, not once a line', async () => {
    const blank = Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(8_000_000, '\n')])
    expect(await read(blank, 65_536, 1e7)).toEqual([])
  })
})
