import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowColumns } from './collect.ts'
import type { NativeBlock, NativeColumn } from './native-format.ts'
import { fewRows, newestRows } from './newest-rows.ts'
import { pack, recordReader } from './records.ts'

/** What is left of the rows of young segments that are joined. */

interface Row {
  address: number
  version: number
  country: string
  tags: string[]
  ports: number[]
}

const row: fc.Arbitrary<Row> = fc.record({
  address: fc.nat(40),
  version: fc.nat(1000),
  country: fc.string({ unit: 'binary', maxLength: 2 }),
  tags: fc.array(fc.string({ maxLength: 2 }), { maxLength: 3 }),
  ports: fc.array(fc.nat(65_535), { maxLength: 3 }),
})

const recordOf = ({ address, version }: Row): string => `${address} of ${version} `.repeat(version % 40)

/** Where each list ends. */
function endsOf(lists: readonly { length: number }[]): Uint32Array {
  let total = 0
  return Uint32Array.from(lists, ({ length }) => (total += length))
}

function dictionaryOf(words: readonly string[]): { dictionary: string[]; ids: Uint32Array } {
  const dictionary = [...new Set(words)]
  return { dictionary, ids: Uint32Array.from(words, (word) => dictionary.indexOf(word)) }
}

/** As the engine would send them. */
function blockOf(rows: readonly Row[]): NativeBlock {
  const bytes = new Uint8Array(16 * rows.length)
  for (const [at, { address }] of rows.entries()) new DataView(bytes.buffer).setUint32(16 * at + 12, address)
  const records = rows.map((each) => {
    const body = Buffer.from(recordOf(each))
    return Buffer.concat([Buffer.from([(body.length & 127) | 128, body.length >>> 7]), body])
  })
  const [tags, ports] = [rows.map((each) => each.tags), rows.map((each) => each.ports)]
  const columns: [string, NativeColumn][] = [
    [rowColumns.key, { type: 'ip', bytes }],
    [rowColumns.checksum, { type: 'numbers', values: Uint32Array.from(rows, ({ version }) => version) }],
    [
      rowColumns.record,
      { type: 'records', packed: pack(Buffer.concat(records), Uint32Array.of(0, ...endsOf(records))) },
    ],
    ['country', { type: 'words', ends: null, ...dictionaryOf(rows.map(({ country }) => country)) }],
    ['tags', { type: 'lists of words', ends: endsOf(tags), ...dictionaryOf(tags.flat()) }],
    ['ports', { type: 'lists of numbers', ends: endsOf(ports), values: Float64Array.from(ports.flat()) }],
  ]
  return { rows: rows.length, columns: new Map(columns) }
}

function columnOf<T extends NativeColumn['type']>(block: NativeBlock, name: string, type: T) {
  const column = block.columns.get(name)
  if (column?.type !== type) throw new Error(`"${name}" is not of ${type}.`)
  return column as Extract<NativeColumn, { type: T }>
}

function rowsOf(block: NativeBlock): (Row & { record: string })[] {
  const addresses = columnOf(block, rowColumns.key, 'ip').bytes
  const versions = columnOf(block, rowColumns.checksum, 'numbers').values
  const records = columnOf(block, rowColumns.record, 'records').packed
  const countries = columnOf(block, 'country', 'words')
  const [tags, ports] = [
    columnOf(block, 'tags', 'lists of words'),
    columnOf(block, 'ports', 'lists of numbers'),
  ]
  const read = recordReader({ blocks: [{ first: 0, ...records }], rows: null })
  const [tagsAt, portsAt] = [tags, ports].map(({ ends }) => (at: number): [from: number, to: number] => [
    ends[at - 1] ?? 0,
    ends[at]!,
  ]) as [(at: number) => [number, number], (at: number) => [number, number]]
  return Array.from({ length: block.rows }, (_, at) => ({
    address: new DataView(addresses.buffer).getUint32(16 * at + 12),
    version: versions[at]!,
    country: countries.dictionary[countries.ids[at]!]!,
    tags: Array.from(tags.ids.subarray(...tagsAt(at)), (id) => tags.dictionary[id]!),
    ports: [...ports.values.subarray(...portsAt(at))],
    record: Buffer.from(read(at)).toString(),
  }))
}

const byAddress = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => a.address - b.address)

test('of each address the last row is left, as it was', () => {
  const some = fc.array(fc.uniqueArray(row, { selector: ({ address }) => address, maxLength: 20 }))
  fc.assert(
    fc.property(some, (blocks) => {
      const wellFormed = blocks.map((rows) =>
        rows.map((each) => ({ ...each, country: each.country.toWellFormed() })),
      )
      const last = new Map(wellFormed.flat().map((each) => [each.address, each]))
      const left = newestRows(wellFormed.map(blockOf)).flatMap(rowsOf)
      expect(byAddress(left)).toEqual(
        byAddress([...last.values()].map((each) => ({ ...each, record: recordOf(each) }))),
      )
    }),
  )
})

test('however often addresses change, there are no more blocks than their rows fill', () => {
  const rowAt = (address: number): Row => ({ address, version: address, country: 'de', tags: [], ports: [] })
  let kept: NativeBlock[] = []
  for (let round = 1; round <= 400; round += 1) {
    // Twenty change each time, and one more is seen once and never again.
    const changed = [...Array(20).keys(), 20 + round].map(rowAt)
    kept = newestRows([...kept, blockOf(changed)])
  }
  expect(kept.map(({ rows }) => rows)).toEqual([420])
  const large = blockOf(Array.from({ length: fewRows }, (_, at) => rowAt(at + 1000)))
  expect(newestRows([...kept, large, large]).map(({ rows }) => rows)).toEqual([fewRows, 420])
  // What is large already is not packed anew.
  expect(newestRows([...kept, large])).toContain(large)
})
