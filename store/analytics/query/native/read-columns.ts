import { fromHex } from '../../address.ts'
import { Cursor } from './cursor.ts'

/** The value at a place of a column. */
export type ValueAt = (at: number) => unknown

/** Goes over a column of so many values; nothing is made of a value until somebody asks for it. @throws RangeError */
export type ReadColumn = (cursor: Cursor, values: number) => ValueAt

const fixed =
  (size: number, read: (bytes: Buffer, at: number) => unknown): ReadColumn =>
  (cursor, values) => {
    const start = cursor.advance(values * size)
    const { bytes } = cursor
    return (at) => read(bytes, start + at * size)
  }

const flag = (bytes: Buffer, at: number): boolean => bytes[at] === 1

/** Negative numbers stand as their complement. */
const signedLong = (bytes: Buffer, at: number): number =>
  bytes.readUInt32LE(at) + bytes.readInt32LE(at + 4) * 2 ** 32
const unsignedLong = (bytes: Buffer, at: number): number =>
  bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32

const nullable =
  (size: number, read: (bytes: Buffer, at: number) => unknown): ReadColumn =>
  (cursor, values) => {
    const missing = cursor.advance(values)
    const start = cursor.advance(values * size)
    const { bytes } = cursor
    return (at) => (bytes[missing + at] === 1 ? null : read(bytes, start + at * size))
  }

const texts: ReadColumn = (cursor, values) => {
  const start = cursor.at
  for (let at = 0; at < values; at += 1) cursor.advance(cursor.whole())
  const { bytes } = cursor
  let places: Uint32Array | null = null
  return (at) => {
    places ??= placesOfTexts(bytes, start, values)
    const place = places[at]!
    const size = bytes[place]!
    // Most texts are short: what follows reads the longer length.
    if (size < 128) return size === 0 ? '' : bytes.toString('utf8', place + 1, place + 1 + size)
    const one = new Cursor(bytes)
    one.at = place
    return one.text()
  }
}

function placesOfTexts(bytes: Buffer, start: number, values: number): Uint32Array {
  const cursor = new Cursor(bytes)
  cursor.at = start
  const places = new Uint32Array(values)
  for (let at = 0; at < values; at += 1) {
    places[at] = cursor.at
    cursor.advance(cursor.whole())
  }
  return places
}

const dictionary: ReadColumn = (cursor, values) => {
  if (values === 0) return () => ''
  const power = cursor.long() & 0xff
  const count = cursor.long()
  const start = cursor.at
  for (let at = 0; at < count; at += 1) cursor.advance(cursor.whole())
  if (cursor.long() !== values) throw new RangeError('A dictionary of a block is not for its rows.')
  const width = 1 << power
  const ids = cursor.advance(values * width)
  const { bytes } = cursor
  let words: ValueAt | null = null
  const known: (string | undefined)[] = []
  return (at) => {
    const place = ids + at * width
    const id =
      width === 1 ? bytes[place]! : width === 2 ? bytes.readUInt16LE(place) : bytes.readUInt32LE(place)
    const said = known[id]
    if (said !== undefined) return said
    if (id >= count) throw new RangeError('A block names a word that it does not spell.')
    if (!words) {
      const spelled = new Cursor(bytes)
      spelled.at = start
      words = texts(spelled, count)
    }
    return (known[id] = words(id) as string)
  }
}

/** Where each row's list ends stands before the elements. */
const listsOf =
  (elements: ReadColumn): ReadColumn =>
  (cursor, values) => {
    const { bytes } = cursor
    const ends = cursor.advance(values * 8)
    const end = (at: number): number => (at < 0 ? 0 : unsignedLong(bytes, ends + at * 8))
    const count = end(values - 1)
    // Each element takes a byte at least.
    if (count > bytes.length)
      throw new RangeError('A list of a block has more elements than the block has bytes.')
    const element = elements(cursor, count)
    return (at) => {
      const first = end(at - 1)
      const past = end(at)
      if (first === past) return nothing
      const list: unknown[] = []
      for (let place = first; place < past; place += 1) list.push(element(place))
      return list
    }
  }

const nothing: readonly unknown[] = []

/** The version of the format stands before everything else of the column. */
const words =
  (column: ReadColumn): ReadColumn =>
  (cursor, values) => {
    cursor.long()
    return column(cursor, values)
  }

/** What `beginColumn` (columns.ts) writes, read back. */
export const readColumn: Readonly<Record<string, ReadColumn>> = {
  Bool: fixed(1, flag),
  UInt8: fixed(1, (bytes, at) => bytes[at]),
  UInt16: fixed(2, (bytes, at) => bytes.readUInt16LE(at)),
  UInt32: fixed(4, (bytes, at) => bytes.readUInt32LE(at)),
  UInt64: fixed(8, unsignedLong),
  "DateTime64(3, 'UTC')": fixed(8, signedLong),
  IPv6: fixed(16, (bytes, at) => fromHex(bytes.toString('hex', at, at + 16))),
  String: texts,
  'LowCardinality(String)': words(dictionary),
  'Array(String)': listsOf(texts),
  'Array(UInt16)': listsOf(fixed(2, (bytes, at) => bytes.readUInt16LE(at))),
  'Array(LowCardinality(String))': words(listsOf(dictionary)),
  'Nullable(UInt8)': nullable(1, (bytes, at) => bytes[at]),
  'Nullable(Float64)': nullable(8, (bytes, at) => bytes.readDoubleLE(at)),
}
