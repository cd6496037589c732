import type { Cursor } from './cursor.ts'
import { Dictionary } from './dictionary.ts'
import type { Pieces } from './pieces.ts'

/** The same column of several blocks, each before its first value. */
export interface Sources {
  cursors: readonly Cursor[]
  /** Values in each. */
  values: readonly number[]
}

/** Writes one column of the values of all, and goes behind them. @throws RangeError */
export type JoinColumn = (out: Pieces, sources: Sources) => void

function copy(out: Pieces, { bytes, at }: Cursor, from: number): void {
  out.bytes(bytes.subarray(from, at))
}

const fixed =
  (size: number): JoinColumn =>
  (out, { cursors, values }) => {
    for (const [place, cursor] of cursors.entries()) copy(out, cursor, cursor.advance(values[place]! * size))
  }

/** First which are missing, of all; then the values. */
const nullable =
  (size: number): JoinColumn =>
  (out, sources) => {
    fixed(1)(out, sources)
    fixed(size)(out, sources)
  }

const texts: JoinColumn = (out, { cursors, values }) => {
  for (const [place, cursor] of cursors.entries()) {
    const from = cursor.at
    for (let left = values[place]!; left > 0; left -= 1) cursor.advance(cursor.whole())
    copy(out, cursor, from)
  }
}

const dictionary: JoinColumn = (out, { cursors, values }) => {
  const all = new Dictionary()
  for (const [place, cursor] of cursors.entries()) if (values[place]! > 0) enter(all, cursor, values[place]!)
  all.write(out)
}

function enter(all: Dictionary, cursor: Cursor, values: number): void {
  const width = 1 << (cursor.long() & 0xff)
  const words = cursor.long()
  const numbers: number[] = []
  for (let word = 0; word < words; word += 1) numbers.push(all.enter(cursor.text()))
  if (cursor.long() !== values) throw new RangeError('A dictionary of a block is not for its rows.')
  const { bytes } = cursor
  let at = cursor.advance(values * width)
  for (let left = values; left > 0; left -= 1, at += width) {
    const number = numbers[width === 1 ? bytes[at]! : bytes.readUIntLE(at, width)]
    if (number === undefined) throw new RangeError('A block names a word that it does not spell.')
    all.push(number)
  }
}

/** Where lists end is counted from the first element of all. */
const listsOf =
  (elements: JoinColumn): JoinColumn =>
  (out, { cursors, values }) => {
    let before = 0
    const counts = cursors.map((cursor, place) => {
      const size = values[place]! * 8
      const from = cursor.advance(size)
      const to = out.reserve(size)
      let count = 0
      for (let at = 0; at < size; at += 8) {
        count = cursor.bytes.readUInt32LE(from + at)
        to.bytes.writeUInt32LE(before + count, to.at + at)
        to.bytes.writeUInt32LE(0, to.at + at + 4)
      }
      before += count
      return count
    })
    elements(out, { cursors, values: counts })
  }

/** The version of the format stands before everything else of the column. */
const words =
  (column: JoinColumn): JoinColumn =>
  (out, sources) => {
    for (const cursor of sources.cursors) cursor.long()
    out.long(1)
    column(out, sources)
  }

/** How columns of `beginColumn` (columns.ts) are joined. */
export const joinColumn: Readonly<Record<string, JoinColumn>> = {
  Bool: fixed(1),
  UInt8: fixed(1),
  UInt16: fixed(2),
  UInt32: fixed(4),
  UInt64: fixed(8),
  "DateTime64(3, 'UTC')": fixed(8),
  IPv6: fixed(16),
  String: texts,
  'LowCardinality(String)': words(dictionary),
  'Array(String)': listsOf(texts),
  'Array(UInt16)': listsOf(fixed(2)),
  'Array(LowCardinality(String))': words(listsOf(dictionary)),
  'Nullable(UInt8)': nullable(1),
  'Nullable(Float64)': nullable(8),
}
