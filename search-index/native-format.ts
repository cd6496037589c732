import { lengthAt, pack, type Packed } from './records.ts'

/**
 * Reads answers in the engine's Native format: blocks of rows, column by column, so that a text that repeats is spelled
 * once a block (LowCardinality). Only the types that fields.ts asks for.
 * https://clickhouse.com/docs/interfaces/formats/Native
 */
export type NativeColumn =
  | { type: 'ip'; bytes: Uint8Array }
  | { type: 'numbers'; values: Float64Array | Uint32Array | Uint8Array }
  | { type: 'words'; dictionary: string[]; ids: Uint32Array; ends: null }
  | { type: 'lists of words'; dictionary: string[]; ids: Uint32Array; ends: Uint32Array }
  | { type: 'lists of numbers'; values: Float64Array; ends: Uint32Array }
  /** Long texts that nobody compares, compressed as they come. */
  | { type: 'records'; packed: Packed }

export interface NativeBlock {
  rows: number
  columns: Map<string, NativeColumn>
}

interface Reader {
  bytes: Buffer
  at: number
}

function whole(reader: Reader): number {
  let value = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = reader.bytes.readUInt8(reader.at++)
    value += (byte & 127) * scale
    if (byte < 128) return value
  }
}

function long(reader: Reader): number {
  const value = Number(reader.bytes.readBigUInt64LE(reader.at))
  reader.at += 8
  return value
}

function text(reader: Reader): string {
  const length = whole(reader)
  const start = reader.at
  reader.at += length
  return reader.bytes.toString('utf8', start, reader.at)
}

/** A copy, because numbers in the answer lie at any place and typed arrays want theirs. */
function copied(reader: Reader, size: number): ArrayBuffer {
  const start = reader.bytes.byteOffset + reader.at
  reader.at += size
  return (reader.bytes.buffer as ArrayBuffer).slice(start, start + size)
}

/** Where each row's list ends, counted from the block's first element. */
function ends(reader: Reader, rows: number): Uint32Array {
  const wide = new Uint32Array(copied(reader, rows * 8))
  const narrow = new Uint32Array(rows)
  for (let row = 0; row < rows; row += 1) narrow[row] = wide[2 * row]!
  return narrow
}

function records(reader: Reader, rows: number): Packed {
  const starts = new Uint32Array(rows + 1)
  for (let row = 0; row < rows; row += 1) {
    starts[row] = reader.at
    const { length, at } = lengthAt(reader.bytes, reader.at)
    reader.at = at + length
  }
  starts[rows] = reader.at
  if (reader.at > reader.bytes.length) throw new RangeError('The answer of the engine was cut short.')
  return pack(reader.bytes, starts)
}

/** Spelled once, then by number: 8, 16 or 32 bits wide as the dictionary needs. */
function words(reader: Reader, rows: number): { dictionary: string[]; ids: Uint32Array } {
  if (rows === 0) return { dictionary: [], ids: new Uint32Array(0) }
  const width = long(reader) & 0xff
  const dictionary = Array.from({ length: long(reader) }, () => text(reader))
  const count = long(reader)
  if (width === 0) return { dictionary, ids: Uint32Array.from(new Uint8Array(copied(reader, count))) }
  if (width === 1) return { dictionary, ids: Uint32Array.from(new Uint16Array(copied(reader, count * 2))) }
  return { dictionary, ids: new Uint32Array(copied(reader, count * 4)) }
}

function column(reader: Reader, type: string, rows: number): NativeColumn {
  switch (type) {
    case 'IPv6':
      return { type: 'ip', bytes: new Uint8Array(copied(reader, rows * 16)) }
    case 'UInt8':
      return { type: 'numbers', values: new Uint8Array(copied(reader, rows)) }
    case 'UInt32':
      return { type: 'numbers', values: new Uint32Array(copied(reader, rows * 4)) }
    case 'Float64':
      return { type: 'numbers', values: new Float64Array(copied(reader, rows * 8)) }
    case 'Array(Float64)': {
      const at = ends(reader, rows)
      return {
        type: 'lists of numbers',
        ends: at,
        values: new Float64Array(copied(reader, 8 * (at.at(-1) ?? 0))),
      }
    }
    case 'String':
      return { type: 'records', packed: records(reader, rows) }
    case 'LowCardinality(String)':
      long(reader)
      return { type: 'words', ends: null, ...words(reader, rows) }
    case 'Array(LowCardinality(String))': {
      long(reader)
      const at = ends(reader, rows)
      return { type: 'lists of words', ends: at, ...words(reader, at.at(-1) ?? 0) }
    }
    default:
      throw new Error(`The engine answered with a type we do not read: ${type}.`)
  }
}

/** The blocks of a whole answer. @throws Error for a type we never ask for, RangeError when the answer is cut short */
export function* readNative(answer: Buffer): Generator<NativeBlock> {
  const reader = { bytes: answer, at: 0 }
  while (reader.at < answer.length) {
    const many = whole(reader)
    const rows = whole(reader)
    const columns = new Map<string, NativeColumn>()
    for (let place = 0; place < many; place += 1) {
      const name = text(reader)
      columns.set(name, column(reader, text(reader), rows))
    }
    if (reader.at > answer.length) throw new RangeError('The answer of the engine was cut short.')
    yield { rows, columns }
  }
}
