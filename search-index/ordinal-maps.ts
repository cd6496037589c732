import { cityHash64 } from './city-hash.ts'
import { heldFields } from './fields.ts'
import { equalTo, loweredText, numbersBetween } from './term-dictionary.ts'
import type { Segment, SegmentColumn, WordColumn } from './segment.ts'

/**
 * One numbering of a field's values over all segments: those of the base as it numbers them, then what later segments
 * added. Counters of all segments so add up in one array.
 */
export interface OrdinalMap {
  base: SegmentColumn
  baseSize: number
  added: (string | number)[]
  ordinals: Map<string | number, number>
  /** What chooses among values of one count, once computed; 0 is none. */
  ranks: BigUint64Array
}

export const ordinalCount = ({ baseSize, added }: OrdinalMap): number => baseSize + added.length

export function ordinalMapsOver(base: Segment): Map<string, OrdinalMap> {
  const maps = new Map<string, OrdinalMap>()
  for (const { name, counted } of heldFields) {
    const column = base.columns.get(name)
    if (!counted || !column) continue
    const baseSize = valuesIn(column)
    maps.set(name, { base: column, baseSize, added: [], ordinals: new Map(), ranks: new BigUint64Array(0) })
  }
  return maps
}

export function valuesIn(column: SegmentColumn): number {
  if (column.kept === 'word' || column.kept === 'words') return column.loweredAt.length - 1
  return column.kept === 'numbers' ? column.values.length : 2
}

/** A value as it is shown. */
export function valueIn(column: SegmentColumn, value: number): string | number {
  if (column.kept === 'numbers') return column.values[value]!
  if (column.kept !== 'word' && column.kept !== 'words') return value === 1 ? 'true' : 'false'
  if (!column.spelled) return loweredText(column, value)
  const { bytes, at } = column.spelled
  return Buffer.from(bytes.buffer, bytes.byteOffset).toString('utf8', at[value], at[value + 1])
}

export const valueAt = (map: OrdinalMap, value: number): string | number =>
  value < map.baseSize ? valueIn(map.base, value) : (map.added[value - map.baseSize] ?? '')

/** Where each value of a later segment stands in the numbering; new values are added to it. */
export const globalOrdinalsOf = (map: OrdinalMap, column: SegmentColumn): Uint32Array =>
  Uint32Array.from({ length: valuesIn(column) }, (_, value) => {
    const shown = valueIn(column, value)
    const known = baseValue(map.base, column, value, shown) ?? map.ordinals.get(shown)
    if (known !== undefined) return known
    const fresh = ordinalCount(map)
    map.added.push(shown)
    map.ordinals.set(shown, fresh)
    return fresh
  })

const isText = (column: SegmentColumn): column is WordColumn =>
  column.kept === 'word' || column.kept === 'words'

function baseValue(
  base: SegmentColumn,
  column: SegmentColumn,
  value: number,
  shown: string | number,
): number | undefined {
  if (base.kept === 'numbers') {
    const bound = { value: Number(shown), inclusive: true }
    const some = numbersBetween(base.values, { from: bound, to: bound })
    return 'from' in some && some.from < some.to ? some.from : undefined
  }
  if (!isText(base) || !isText(column)) return value
  const some = equalTo(base, loweredText(column, value))
  if (!('from' in some)) return undefined
  for (let at = some.from; at < some.to; at += 1) if (valueIn(base, at) === shown) return at
  return undefined
}

/** As codes order the values of one field (ips/codes.ts): numbers by size, texts by the upper 59 bits of their hash. */
export function rankAt(map: OrdinalMap, value: number): bigint {
  if (map.ranks.length < ordinalCount(map)) {
    const wider = new BigUint64Array(ordinalCount(map) + 1024)
    wider.set(map.ranks)
    map.ranks = wider
  }
  return map.ranks[value]! || (map.ranks[value] = rankOf(map, value))
}

function rankOf(map: OrdinalMap, value: number): bigint {
  const shown = valueAt(map, value)
  if (typeof shown === 'number') return BigInt(shown)
  return map.base.kept === 'flag' ? BigInt(value) : cityHash64(shown) >> 5n
}
