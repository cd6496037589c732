import { Dictionary } from './dictionary.ts'
import type { Pieces } from './pieces.ts'
import { flagOf, floatOf, listOf, textOf, wholeOf, writeAddress } from './values.ts'

/** Takes the values of one column, row by row, and writes what comes behind them. */
export interface ColumnWriter {
  /** @throws TypeError, RangeError for a value that the column cannot hold */
  add: (value: unknown) => void
  end?: () => void
}

/** Begins a column of so many rows. */
export type BeginColumn = (out: Pieces, rows: number) => ColumnWriter

const unsigned =
  (size: 1 | 2 | 4): BeginColumn =>
  (out, rows) => {
    const max = 2 ** (8 * size) - 1
    const { bytes, at } = out.reserve(rows * size)
    let place = at
    return {
      add(value) {
        let rest = wholeOf(value, 0, max)
        for (let byte = 0; byte < size; byte += 1, rest >>>= 8) bytes[place++] = rest
      },
    }
  }

/** Eight bytes, negative numbers as their complement; numbers of JavaScript are exact up to 2^53. */
const long =
  (min: number): BeginColumn =>
  (out, rows) => {
    const { bytes, at } = out.reserve(rows * 8)
    let place = at
    return {
      add(value) {
        const whole = wholeOf(value, min, Number.MAX_SAFE_INTEGER)
        bytes.writeInt32LE(whole | 0, place)
        bytes.writeInt32LE(Math.floor(whole / 2 ** 32), place + 4)
        place += 8
      },
    }
  }

const flags: BeginColumn = (out, rows) => {
  const { bytes, at } = out.reserve(rows)
  let place = at
  return { add: (value) => void (bytes[place++] = flagOf(value)) }
}

const addresses: BeginColumn = (out, rows) => {
  const { bytes, at } = out.reserve(rows * 16)
  let place = at
  return {
    add(value) {
      writeAddress(value, bytes, place)
      place += 16
    },
  }
}

/** First which are missing, then the values. */
const nullable =
  (size: number, write: (value: unknown, bytes: Buffer, at: number) => void, zero: number): BeginColumn =>
  (out, rows) => {
    const { bytes, at } = out.reserve(rows * (1 + size))
    let row = 0
    return {
      add(value) {
        const isNull = floatOf(value) === null
        bytes[at + row] = isNull ? 1 : 0
        write(isNull ? zero : value, bytes, at + rows + row * size)
        row += 1
      },
    }
  }

const texts: BeginColumn = (out) => ({ add: (value) => out.text(textOf(value)) })

/** Where each row's list ends, counted from the first element, before the elements. */
const listsOf =
  (elements: BeginColumn): BeginColumn =>
  (out, rows) => {
    const { bytes, at } = out.reserve(rows * 8)
    const { add, end } = elements(out, 0)
    let place = at
    let count = 0
    return {
      add(value) {
        const list = listOf(value)
        for (const element of list) add(element)
        count += list.length
        bytes.writeUInt32LE(count, place)
        bytes.writeUInt32LE(0, place + 4)
        place += 8
      },
      ...(end && { end }),
    }
  }

const shorts: BeginColumn = (out) => ({
  add(value) {
    const whole = wholeOf(value, 0, 65_535)
    const { bytes, at } = out.reserve(2)
    bytes.writeUInt16LE(whole, at)
  },
})

/** Each word once, then by number; nothing at all where there is no word. */
function dictionary(out: Pieces): Required<ColumnWriter> {
  const words = new Dictionary()
  return { add: (value) => words.push(words.enter(textOf(value))), end: () => words.write(out) }
}

/** The version of the format stands before everything else of the column, also before where lists end. */
const words =
  (column: BeginColumn): BeginColumn =>
  (out, rows) => {
    out.long(1)
    return column(out, rows)
  }

/** How the columns of our tables are written, by the engine's name of their type. */
export const beginColumn: Readonly<Record<string, BeginColumn>> = {
  Bool: flags,
  UInt8: unsigned(1),
  UInt16: unsigned(2),
  UInt32: unsigned(4),
  UInt64: long(0),
  "DateTime64(3, 'UTC')": long(Number.MIN_SAFE_INTEGER),
  IPv6: addresses,
  String: texts,
  'LowCardinality(String)': words(dictionary),
  'Array(String)': listsOf(texts),
  'Array(UInt16)': listsOf(shorts),
  'Array(LowCardinality(String))': words(listsOf(dictionary)),
  'Nullable(UInt8)': nullable(1, (value, bytes, at) => void (bytes[at] = wholeOf(value, 0, 255)), 0),
  'Nullable(Float64)': nullable(8, (value, bytes, at) => bytes.writeDoubleLE(floatOf(value) ?? 0, at), 0),
}
