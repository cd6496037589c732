import type { EntitlementId } from '../entitlements.ts'
import type { Classification } from '../tag.ts'
import type { LoggedVerdict, ShownFact } from './beside-values.ts'

/** What a column of the IP document may hold: the type of the store, and how the member of the document reads in TypeScript. */
export const columnTypes = {
  address: 'IPv6',
  verdict: 'LowCardinality(String)',
  text: 'String',
  /** Of which there are few different ones. */
  word: 'LowCardinality(String)',
  flag: 'Bool',
  number: 'UInt32',
  count: 'UInt64',
  degrees: 'Nullable(Float64)',
  /** Whole seconds; 0 in the store and "" in the document mean never. */
  moment: "DateTime('UTC')",
  texts: 'Array(String)',
  words: 'Array(LowCardinality(String))',
  ports: 'Array(UInt16)',
  counts: 'Array(UInt64)',
  moments: "Array(DateTime('UTC'))",
  /** UTC days since 1970. */
  days: 'Array(UInt16)',
  /** Facts with their sessions a day (beside-values.ts). */
  activity: 'Array(Tuple(String, UInt16, Array(UInt32)))',
  /** Changes of the verdict (beside-values.ts). */
  verdicts: "Array(Tuple(DateTime64(3, 'UTC'), String, String, String, Array(String)))",
} as const

export type ColumnType = keyof typeof columnTypes

export interface ValueOf {
  address: string
  verdict: Classification
  text: string
  word: string
  flag: boolean
  number: number
  count: number
  degrees: number | null
  moment: string
  texts: string[]
  words: string[]
  ports: number[]
  counts: number[]
  moments: string[]
  days: number[]
  activity: ShownFact[]
  verdicts: LoggedVerdict[]
}

const emptyValues: { readonly [T in ColumnType]: ValueOf[T] } = {
  address: '',
  verdict: 'unknown',
  text: '',
  word: '',
  flag: false,
  number: 0,
  count: 0,
  degrees: null,
  moment: '',
  texts: [],
  words: [],
  ports: [],
  counts: [],
  moments: [],
  days: [],
  activity: [],
  verdicts: [],
}

/** What a column holds that nothing was written to; a list is nobody else's. */
export const emptyOf = (type: ColumnType): ValueOf[ColumnType] => {
  const value = emptyValues[type]
  return Array.isArray(value) ? [] : value
}

/**
 * How a value is written on the wire. `day` and `stamp` are two ways to write a moment; `joined` is a list of words of ours,
 * which hold no ";", so that a cell of a table can; `list` is one whose texts may hold anything; `member` is one of the two
 * members of a pair; `tags` brings the definitions of tags; `never` is an empty list that clients expect.
 */
export type WireForm =
  | 'address'
  | 'verdict'
  | 'text'
  | 'flag'
  | 'number'
  | 'coordinate'
  | 'day'
  | 'stamp'
  | 'joined'
  | 'list'
  | 'numbers'
  | 'member'
  | 'tags'
  | 'never'

/** Where values of a field come from when a query is completed. */
export type ValueSource =
  | { kind: 'none' }
  | { kind: 'listed'; values: readonly string[] }
  | { kind: 'countries' | 'country-codes' | 'actors' | 'tags' | 'cves' | 'vpn-services' }
  /** Lists of addresses that the asker's workspace keeps: the field reads their names. */
  | { kind: 'lists' }

/** A field of GNQL over a column; what every member means, gnql/registry/field.ts says. */
export interface QueryField {
  /** Of "metadata.x" and "raw_data.x" the part behind is a name, too; aliases come with and without what stands before. */
  name: string
  title: string
  description: string
  /** Completes the example "name:…". */
  value: string
  aliases?: readonly string[]
  phrase?: true
  absent?: string
  valuePrefix?: string
  options?: ValueSource
  tips?: readonly string[]
  /** Another column whose values match as well. */
  also?: string
}

/** One column of the IP document, and everything about it that is data. */
export interface IpColumn {
  type: ColumnType
  /** Its place in the stored record (store/analytics/ips/record.ts), for good: a new column takes the next one. */
  place: number
  /** How many values of a list are kept, the most frequent. */
  cap?: number
  /** The member of the document that this column is half of: "scan.port". Pairs are two parallel lists in the store. */
  pair?: string
  /** The store has an inverted index of its values. */
  index?: true
  /** Its values are kept lower-cased from birth. */
  lowercase?: true
  /** Wildcards are looked up among the values that there are (the table `terms`). */
  terms?: true
  /** Its values are counted: the number of its codes (store/analytics/ips/codes.ts), stored for good; a new one takes the next. */
  facet?: number
  /** Paths in the record of the API behind "internet_scanner_intelligence.", and how the value is written there. */
  wire?: Readonly<Record<string, WireForm>>
  /** What the API's description says of it. */
  note?: string
  /** Fields of GNQL over it. What has one is held by the memory index. */
  query?: QueryField | readonly QueryField[]
  /** What a plan must hold to see it and ask for it. */
  entitlement?: EntitlementId
}

/** What clients of other servers know and none of our sensors records: no column. */
export interface Unrecorded {
  type: 'unrecorded'
  /** What it would be a list of. */
  of: 'address' | 'text'
  wire?: Readonly<Record<string, 'never'>>
  query?: QueryField
  entitlement?: EntitlementId
}

export type Columns = Readonly<Record<string, IpColumn | Unrecorded>>
