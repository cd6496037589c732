import { fold } from '#gnql/values/fold.ts'
import { heldFields, type HeldField, type Kept } from './fields.ts'
import { append, uint32Builder, type Uint32Builder } from '#model/uint32-builder.ts'
import type { NativeBlock, NativeColumn } from './native-format.ts'
import type { Records } from './records.ts'

/** Rows on their way into a segment: values by a number of their own, in the order in which rows came. */
export interface Collected {
  rows: number
  keys: Uint32Builder
  checksums: Uint32Builder
  /** 1 for rows that only take an address away. */
  gone: Uint32Builder
  records: Records['blocks']
  columns: Map<string, CollectedColumn>
}

export type CollectedColumn = CollectedValues | CollectedNumbers

export interface CollectedValues {
  kept: 'word' | 'words' | 'numbers'
  counted: boolean
  /** Value → its number, in the order of appearance. */
  known: Map<string | number, number>
  /** Numbers of the values of each row, each once: ids[ends[r - 1]…ends[r]). */
  ids: Uint32Builder
  ends: Uint32Builder
  /** 1 + the row a value was last seen in: lists may name a value twice. */
  seenIn: Uint32Builder
}

export interface CollectedNumbers {
  kept: 'number' | 'flag' | 'time'
  values: (Float64Array | Uint32Array | Uint8Array)[]
}

const byValue: ReadonlySet<Kept> = new Set(['word', 'words', 'numbers'])
const isByValue = (field: HeldField): field is HeldField & { kept: CollectedValues['kept'] } =>
  byValue.has(field.kept)

export function collecting(): Collected {
  const columns = heldFields.map((field): [string, CollectedColumn] => {
    if (!isByValue(field)) return [field.name, { kept: field.kept as CollectedNumbers['kept'], values: [] }]
    const { kept, counted } = field
    const lists = { ids: uint32Builder(), ends: uint32Builder(), seenIn: uint32Builder() }
    return [field.name, { kept, counted, known: new Map(), ...lists }]
  })
  const lists = { keys: uint32Builder(), checksums: uint32Builder(), gone: uint32Builder() }
  return { rows: 0, ...lists, records: [], columns: new Map(columns) }
}

/** Columns of an answer that are no fields. */
export const rowColumns = { key: 'ip', checksum: 'checksum_', gone: 'gone_', record: 'record_' } as const
/** A field's column in an answer: names with dots would be taken apart by the engine. */
export const answered = (place: number): string => `f${place}`

/** Adds the rows of a block. */
export function collect(into: Collected, { rows, columns }: NativeBlock): void {
  const at = (name: string): NativeColumn => {
    const column = columns.get(name)
    if (!column) throw new Error(`The answer lacks "${name}".`)
    return column
  }
  const keys = at(rowColumns.key)
  if (keys.type !== 'ip') throw new Error('Addresses came as something else.')
  const view = new DataView(keys.bytes.buffer)
  for (let part = 0; part < 4 * rows; part += 1) append(into.keys, view.getUint32(4 * part))
  for (const value of numbersOf(at(rowColumns.checksum))) append(into.checksums, value)
  for (const value of numbersOf(at(rowColumns.gone))) append(into.gone, value)
  const records = at(rowColumns.record)
  if (records.type !== 'records') throw new Error('Records came as something else.')
  if (rows > 0) into.records.push({ first: into.rows, ...records.packed })
  for (const [place, field] of heldFields.entries()) {
    const column = into.columns.get(field.name)
    if (!column) continue
    if ('known' in column) collectValues(column, at(answered(place)), into.rows, rows)
    else column.values.push(numbersOf(at(answered(place))))
  }
  into.rows += rows
}

function numbersOf(column: NativeColumn): Float64Array | Uint32Array | Uint8Array {
  if (column.type !== 'numbers') throw new Error('Numbers came as something else.')
  return column.values
}

function collectValues(into: CollectedValues, from: NativeColumn, before: number, rows: number): void {
  const places = placesOf(into, from)
  const ends = from.type === 'lists of words' || from.type === 'lists of numbers' ? from.ends : null
  for (let row = 0, at = 0; row < rows; row += 1) {
    const end = ends ? ends[row]! : at + 1
    for (; at < end; at += 1) {
      const place = places[at]!
      if (into.seenIn.values[place] === before + row + 1) continue
      into.seenIn.values[place] = before + row + 1
      append(into.ids, place)
    }
    append(into.ends, into.ids.length)
  }
}

/** The number of each element's value, new values numbered now. */
function placesOf(into: CollectedValues, from: NativeColumn): Uint32Array {
  const numberOf = (value: string | number): number => {
    const known = into.known.get(value)
    if (known !== undefined) return known
    const fresh = into.known.size
    into.known.set(value, fresh)
    append(into.seenIn, 0)
    return fresh
  }
  if (from.type === 'lists of numbers') return Uint32Array.from(from.values, numberOf)
  if (from.type !== 'words' && from.type !== 'lists of words')
    throw new Error('Words came as something else.')
  // What is counted is shown as written; of the rest the lowered text is all that is ever compared.
  const kept = from.dictionary.map((text) => (into.counted ? text : fold(text)))
  const places = new Int32Array(kept.length).fill(-1)
  return from.ids.map((id) => {
    if (places[id] === -1) places[id] = numberOf(kept[id]!)
    return places[id]!
  })
}
