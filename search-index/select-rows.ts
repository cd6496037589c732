import type { NativeBlock, NativeColumn } from './native-format.ts'
import { packSome } from './records.ts'

/** Some rows of a block, by their places. */
export interface SomeRows {
  block: NativeBlock
  rows: Uint32Array
}

/** Those rows, one block's after the other's, as a block of their own. All blocks have the same columns. */
export function selectRows(parts: readonly [SomeRows, ...SomeRows[]]): NativeBlock {
  const [{ block, rows }] = parts
  if (parts.length === 1 && rows.length === block.rows) return block
  const names = [...block.columns.keys()]
  return {
    rows: parts.reduce((sum, part) => sum + part.rows.length, 0),
    columns: new Map(names.map((name) => [name, selected(name, parts)])),
  }
}

type Kind = NativeColumn['type']
type ColumnOf<K extends Kind> = Extract<NativeColumn, { type: K }>
interface SomeOf<K extends Kind> {
  column: ColumnOf<K>
  rows: Uint32Array
}

/** That column of all blocks. */
function columnsOf<K extends Kind>(type: K, name: string, parts: readonly SomeRows[]): SomeOf<K>[] {
  return parts.map(({ block, rows }) => {
    const column = block.columns.get(name)
    if (column?.type !== type) throw new Error(`"${name}" is not the same in all blocks.`)
    return { column: column as ColumnOf<K>, rows }
  })
}

function selected(name: string, parts: readonly [SomeRows, ...SomeRows[]]): NativeColumn {
  const type = parts[0].block.columns.get(name)?.type
  switch (type) {
    case 'ip':
      return { type, bytes: addresses(columnsOf(type, name, parts)) }
    case 'numbers':
      return { type, values: numbers(columnsOf(type, name, parts)) }
    case 'records':
      return {
        type,
        packed: packSome(
          columnsOf(type, name, parts).map(({ column: { packed }, rows }) => ({ packed, rows })),
        ),
      }
    case 'words':
      return {
        type,
        ends: null,
        ...used(
          columnsOf(type, name, parts).map(({ column: { dictionary, ids }, rows }) => ({
            dictionary,
            ids: rows.map((row) => ids[row]!),
          })),
        ),
      }
    case 'lists of words': {
      const lists = columnsOf(type, name, parts)
      const { ends, places } = elements(lists)
      const words = lists.map(({ column: { dictionary, ids } }, at) => ({
        dictionary,
        ids: places[at]!.map((place) => ids[place]!),
      }))
      return { type, ends, ...used(words) }
    }
    case 'lists of numbers': {
      const lists = columnsOf(type, name, parts)
      const { ends, places } = elements(lists)
      const some = lists.map(({ column }, at) => ({ column, rows: places[at]! }))
      return { type, ends, values: numbers(some) }
    }
    case undefined:
      throw new Error(`There is no "${name}".`)
  }
}

const countOf = (parts: readonly { rows: Uint32Array }[]): number =>
  parts.reduce((sum, { rows }) => sum + rows.length, 0)

function addresses(parts: readonly SomeOf<'ip'>[]): Uint8Array {
  const bytes = new Uint8Array(16 * countOf(parts))
  let at = 0
  for (const { column, rows } of parts)
    for (const row of rows) {
      bytes.set(column.bytes.subarray(16 * row, 16 * row + 16), at)
      at += 16
    }
  return bytes
}

function numbers(
  parts: readonly { column: { values: ArrayLike<number> }; rows: Uint32Array }[],
): Float64Array {
  const values = new Float64Array(countOf(parts))
  let at = 0
  for (const { column, rows } of parts) for (const row of rows) values[at++] = column.values[row]!
  return values
}

/** Places of the elements of those rows in each block, and where each row's end among all of them. */
function elements(parts: readonly { column: { ends: Uint32Array }; rows: Uint32Array }[]): {
  ends: Uint32Array
  places: Uint32Array[]
} {
  const selectedEnds = new Uint32Array(countOf(parts))
  let [at, total] = [0, 0]
  const places = parts.map(({ column: { ends }, rows }) => {
    const start = (row: number): number => (row === 0 ? 0 : ends[row - 1]!)
    const before = total
    for (const row of rows) selectedEnds[at++] = total += ends[row]! - start(row)
    const some = new Uint32Array(total - before)
    let filled = 0
    for (const row of rows)
      for (let place = start(row); place < ends[row]!; place += 1) some[filled++] = place
    return some
  })
  return { ends: selectedEnds, places }
}

/** The words that are still named, numbered anew. */
function used(parts: readonly { dictionary: readonly string[]; ids: Uint32Array }[]): {
  dictionary: string[]
  ids: Uint32Array
} {
  const known = new Map<string, number>()
  const renumbered = new Uint32Array(parts.reduce((sum, { ids }) => sum + ids.length, 0))
  let at = 0
  for (const { dictionary, ids } of parts) {
    const places = new Int32Array(dictionary.length).fill(-1)
    for (const id of ids) {
      if (places[id] === -1) places[id] = numberOf(known, dictionary[id]!)
      renumbered[at++] = places[id]!
    }
  }
  return { dictionary: [...known.keys()], ids: renumbered }
}

function numberOf(known: Map<string, number>, word: string): number {
  const number = known.get(word) ?? known.size
  known.set(word, number)
  return number
}
