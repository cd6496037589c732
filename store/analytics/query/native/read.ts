import { Cursor } from './cursor.ts'
import { readColumn, type ValueAt } from './read-columns.ts'

/** A block that was written here (block.ts), whose values can be read. */
export interface ReadBlock {
  rows: number
  /** By name, in their order. */
  columns: ReadonlyMap<string, { type: string; valueAt: ValueAt }>
  /** All columns, without the numbers of columns and rows before them. */
  body: Buffer
}

/** Goes over a block to its last byte. @throws RangeError for one that is cut, or is none of ours */
export function readBlock(bytes: Buffer): ReadBlock {
  const cursor = new Cursor(bytes)
  const [count, rows] = [cursor.whole(), cursor.whole()]
  const start = cursor.at
  const columns = new Map<string, { type: string; valueAt: ValueAt }>()
  for (let at = 0; at < count; at += 1) {
    const [name, type] = [cursor.text(), cursor.text()]
    const read = readColumn[type]
    if (!read) throw new RangeError(`Nothing says how ${type} is read, the type of ${name}.`)
    columns.set(name, { type, valueAt: read(cursor, rows) })
  }
  if (cursor.at !== bytes.length) throw new RangeError('A block goes on behind its last column.')
  return { rows, columns, body: bytes.subarray(start) }
}
