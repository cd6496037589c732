import { beside } from './beside.ts'
import type { ColumnType, Columns, IpColumn, QueryField, Unrecorded, ValueOf } from './column.ts'
import { general } from './general.ts'
import { handshakes } from './handshakes.ts'
import { metadata } from './metadata.ts'
import { requests } from './requests.ts'
import { traffic } from './traffic.ts'

/**
 * The columns of the IP document, each with everything about it that is data (column.ts); only how its value is derived stands
 * elsewhere (store/analytics/rollups/facts.ts, store/analytics/documents/derive.ts). The table of the store, the reading of rows, the
 * record on the wire with its schema and its exports, the fields of GNQL and the memory index are made from this (decision
 * 29). Fields of GNQL are listed in this order.
 */
export const columnCatalogue = {
  ...general,
  ...metadata,
  ...traffic,
  ...requests,
  ...handshakes,
  ...beside,
} as const satisfies Columns

type Catalogue = typeof columnCatalogue

/** Names of the columns in the store. */
export type ColumnName = {
  [K in keyof Catalogue]: Catalogue[K]['type'] extends ColumnType ? K : never
}[keyof Catalogue]

type TypeOf<K extends ColumnName> = Catalogue[K]['type'] & ColumnType
type Half = { [K in ColumnName]: Catalogue[K] extends { pair: string } ? K : never }[ColumnName]
type PathOf<K extends Half> = Catalogue[K] extends { pair: infer P } ? P : never
type PairName<P> = P extends `${infer Name}.${string}` ? Name : never
type Element<T> = T extends (infer E)[] ? E : never

/** The members of the IP document: columns, of which two that are a pair are one list of objects. */
export type DocumentMembers = {
  -readonly [K in Exclude<ColumnName, Half>]: ValueOf[TypeOf<K>]
} & {
  [Name in PairName<PathOf<Half>>]: {
    -readonly [K in Half as PathOf<K> extends `${Name}.${infer Member}` ? Member : never]: Element<
      ValueOf[TypeOf<K>]
    >
  }[]
}

export interface NamedColumn extends IpColumn {
  name: string
}

/** The columns of a catalogue with their names, by their place in the record. */
export const columnsIn = (columns: Columns): readonly NamedColumn[] =>
  Object.entries(columns)
    .flatMap(([name, column]) => (column.type === 'unrecorded' ? [] : [{ ...column, name }]))
    .sort((a, b) => a.place - b.place)

export const ipDocumentColumns = columnsIn(columnCatalogue)

/** How many values of a list the document keeps; `name` is its column, or the pair's name. */
export function capOf(name: ColumnName | PairName<PathOf<Half>>): number {
  const column = ipDocumentColumns.find((each) => each.name === name || each.pair?.split('.')[0] === name)
  if (column?.cap === undefined) throw new Error(`${name} is no list.`)
  return column.cap
}

/** The fields of GNQL over a column, or over what nobody records. */
export const queryFieldsOf = ({ query = [] }: IpColumn | Unrecorded): readonly QueryField[] =>
  'name' in query ? [query] : query
