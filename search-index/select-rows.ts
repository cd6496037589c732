import type { NativeBlock, NativeColumn } from './native-format.ts'
import { packSome } from './records.ts'

/** Some rows of a block as a block of their own. */
export function selectRows(block: NativeBlock, rows: Uint32Array): NativeBlock {
  if (rows.length === block.rows) return block
  const columns = [...block.columns].map(([name, column]) => [name, selected(column, rows)] as const)
  return { rows: rows.length, columns: new Map(columns) }
}

function selected(column: NativeColumn, rows: Uint32Array): NativeColumn {
  switch (column.type) {
    case 'ip': {
      const bytes = new Uint8Array(rows.length * 16)
      for (const [at, row] of rows.entries())
        bytes.set(column.bytes.subarray(16 * row, 16 * row + 16), 16 * at)
      return { type: 'ip', bytes }
    }
    case 'numbers':
      return { type: 'numbers', values: Float64Array.from(rows, (row) => column.values[row]!) }
    case 'records':
      return { type: 'records', packed: packSome(column.packed, rows) }
    case 'words':
      return {
        type: 'words',
        ends: null,
        ...used(
          column.dictionary,
          rows.map((row) => column.ids[row]!),
        ),
      }
    case 'lists of words': {
      const { ends, places } = elements(column.ends, rows)
      const ids = places.map((place) => column.ids[place]!)
      return { type: 'lists of words', ends, ...used(column.dictionary, ids) }
    }
    case 'lists of numbers': {
      const { ends, places } = elements(column.ends, rows)
      const values = Float64Array.from(places, (place) => column.values[place]!)
      return { type: 'lists of numbers', ends, values }
    }
  }
}

/** Places of the elements of those rows, and where each row's end among them. */
function elements(ends: Uint32Array, rows: Uint32Array): { ends: Uint32Array; places: Uint32Array } {
  const start = (row: number): number => (row === 0 ? 0 : ends[row - 1]!)
  const selectedEnds = new Uint32Array(rows.length)
  let total = 0
  for (const [at, row] of rows.entries()) selectedEnds[at] = total += ends[row]! - start(row)
  const places = new Uint32Array(total)
  let filled = 0
  for (const row of rows)
    for (let place = start(row); place < ends[row]!; place += 1) places[filled++] = place
  return { ends: selectedEnds, places }
}

/** The words that are still named, numbered anew. */
function used(dictionary: readonly string[], ids: Uint32Array): { dictionary: string[]; ids: Uint32Array } {
  const places = new Int32Array(dictionary.length).fill(-1)
  const kept: string[] = []
  const renumbered = ids.map((id) => {
    if (places[id] === -1) places[id] = kept.push(dictionary[id]!) - 1
    return places[id]!
  })
  return { dictionary: kept, ids: renumbered }
}
