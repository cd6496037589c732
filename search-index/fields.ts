import type { Column } from '#gnql/predicate.ts'
import { registries } from '#gnql/registry/registries.ts'
import { dayNumbersSql, kindOf } from '#store/analytics/ips/codes.ts'
import { ipNames } from '#store/analytics/tables/ips-column-names.ts'

/** How the index keeps a column: words and numbers by value, the rest in document order. */
export type Kept = 'word' | 'words' | 'numbers' | 'number' | 'flag' | 'time'

export interface HeldField {
  /** Column name as predicates write it. */
  name: string
  kept: Kept
  /** Its values are counted on pages: the index can also say the values of a document. */
  counted: boolean
  /** The value in the shape that `native-format.ts` reads. */
  sql: string
}

/** Names of the lists of which a document holds only a part (docs/methods/records.md). */
export const truncatedField = 'truncated'

/** Each day of a document with its verdict in one number; charts count it like any other value. */
export const dayField = 'day'

const keptAs = ({ shape }: Column): Kept | null => {
  switch (shape) {
    case 'text':
      return 'word'
    case 'text-list':
    case 'pair-text':
      return 'words'
    case 'number-list':
    case 'pair-number':
      return 'numbers'
    case 'number':
      return 'number'
    case 'boolean':
      return 'flag'
    case 'time':
      return 'time'
    case 'ip':
      return null
  }
}

function sqlOf(kept: Kept, expr: string): string {
  switch (kept) {
    case 'word':
      return `CAST(${expr} AS LowCardinality(String))`
    case 'words':
      return `CAST(${expr} AS Array(LowCardinality(String)))`
    case 'numbers':
      return `CAST(${expr} AS Array(Float64))`
    case 'number':
      return `ifNull(toFloat64(${expr}), nan)`
    case 'flag':
      return `toUInt8(${expr})`
    case 'time':
      return `toUInt32(${expr})`
  }
}

/** Everything a query over addresses can look at, besides the address itself, and what its page says beside. */
export const heldFields: readonly HeldField[] = (() => {
  const columns = new Map(
    registries.ip.fields.flatMap((field) => field.columns.map((column) => [column.name, column] as const)),
  )
  const held = [...columns.values()].flatMap((column): HeldField[] => {
    const kept = keptAs(column)
    if (!kept) return []
    const counted = kindOf(column) !== null
    return [{ name: column.name, kept, counted, sql: sqlOf(kept, ipNames(column).expr) }]
  })
  return [
    ...held,
    { name: truncatedField, kept: 'words', counted: false, sql: sqlOf('words', truncatedField) },
    { name: dayField, kept: 'numbers', counted: true, sql: `CAST(${dayNumbersSql} AS Array(Float64))` },
  ]
})()
