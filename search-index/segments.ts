import type { Predicate } from '#gnql/predicate.ts'
import type { IpOrder } from '#model/ip-order.ts'
import { countBits, setBit, wordsFor } from './bits.ts'
import { conditionOf, NotHeld } from './find.ts'
import { countValues, type Matches, matchesOf, mostFrequent } from './count.ts'
import { dayField } from './fields.ts'
import { asList, type DocIdSet, withoutHidden } from './doc-id-set.ts'
import { noTexts, type RecordTexts, textsOf } from '#store/analytics/ips/texts.ts'
import type { ValueCount } from '#store/analytics/ips/value-count.ts'
import { firstInOrder, type KeyedPlace } from './orders.ts'
import { recordReader } from './records.ts'
import { compareKeys, firstNotBelow, hexOf, keyOf } from '#model/address-keys.ts'
import { type Segment } from './segment.ts'
import { Cancelled, type Steps, TooCostly } from './steps.ts'
import { countTruncatedIn } from './truncated.ts'
import { globalOrdinalsOf, type OrdinalMap, ordinalMapsOver, valueAt } from './ordinal-maps.ts'

export interface Question {
  predicate: Predicate
  /** Names of the columns whose most frequent values are wanted. */
  columns: readonly string[]
  top: number
  /** Whether the days of those that match are counted. */
  histogram: boolean
  order: IpOrder
  /** Addresses behind this one only, 32 hex digits, and what it is ordered by (model/ip-order.ts). */
  after: { address: string; key: number } | null
  /** Names of lists that the predicate looks at. */
  lists: readonly string[]
  /** Addresses wanted, and bytes of their records: they end before either is passed, but not before the first. */
  size: number
  bytes: number
}

export interface Answer {
  total: number
  /** Documents that hold only a part of one of the lists. */
  truncated: number
  /** Pairs: day × 8 + place of the verdict, counted from 1 (ips/codes.ts), then how many. */
  days: Uint32Array
  facets: ValueCount[][]
  /** 32 hex digits each, in the order that was asked for. */
  addresses: string[]
  /** What each is ordered by (model/ip-order.ts). */
  keys: number[]
  /** Of each address its document, as ips/record.ts writes it. */
  records: RecordTexts
  /** More match behind the last of them. */
  more: boolean
}

/** Segments, oldest first; each hides the documents of older ones that it supersedes. */
export interface Segments {
  layers: Layer[]
  ordinalMaps: Map<string, OrdinalMap>
}

interface Layer {
  segment: Segment
  /** Superseded documents; null while there are none. */
  hidden: Uint32Array | null
  globalOrdinals: Map<string, Uint32Array> | null
}

export const segmentsOf = (base: Segment): Segments => ({
  layers: [{ segment: base, hidden: null, globalOrdinals: null }],
  ordinalMaps: ordinalMapsOver(base),
})

/** Puts a newer segment on top. */
export function push({ layers, ordinalMaps }: Segments, segment: Segment): void {
  for (const layer of layers) {
    hide(layer, segment.keys)
    hide(layer, segment.removed)
  }
  const globalOrdinals = new Map<string, Uint32Array>()
  for (const [name, ordinals] of ordinalMaps) {
    const column = segment.columns.get(name)
    if (column) globalOrdinals.set(name, globalOrdinalsOf(ordinals, column))
  }
  layers.push({ segment, hidden: null, globalOrdinals })
}

function hide(layer: Layer, keys: Uint32Array): void {
  const { segment } = layer
  for (let at = 0; at < keys.length >>> 2; at += 1) {
    const place = firstNotBelow(segment.keys, keys, at)
    if (place === segment.size || compareKeys(segment.keys, place, keys, at) !== 0) continue
    layer.hidden ??= new Uint32Array(wordsFor(segment.size))
    setBit(layer.hidden, place)
  }
}

/** Documents as they stand, and what the engine would say their checksum is. */
export function checksumOf({ layers }: Segments): { documents: number; checksum: number } {
  let [documents, checksum] = [0, 0]
  for (const { segment, hidden } of layers) {
    for (let at = 0; at < segment.size; at += 1) {
      if (hidden && (hidden[at >>> 5]! >>> (at & 31)) & 1) continue
      documents += 1
      checksum ^= segment.checksums[at]!
    }
  }
  return { documents, checksum: checksum >>> 0 }
}

/** null: the index does not hold what is asked about, it would take too long, or nobody waits any more. */
export function search(index: Segments, question: Question, steps: Steps): Answer | null {
  const { predicate, columns, top, histogram, lists } = question
  let all: Matches[]
  try {
    all = index.layers.map((layer) => matchesIn(layer, predicate, steps))
  } catch (error) {
    if (error instanceof NotHeld || error instanceof TooCostly || error instanceof Cancelled) return null
    throw error
  }
  const facets: ValueCount[][] = []
  for (const name of columns) {
    const ordinals = index.ordinalMaps.get(name)
    if (!ordinals) return null
    facets.push(countValues(ordinals, name, all, (counts) => mostFrequent(ordinals, counts, top)))
  }
  const total = all.reduce((sum, { count }) => sum + count, 0)
  try {
    const days = histogram ? daysOf(index, all) : new Uint32Array(0)
    const truncated = countTruncatedIn(index.layers, lists, steps)
    return { total, truncated, days, facets, ...firstOf(index, all, question, steps) }
  } catch (error) {
    if (error instanceof TooCostly || error instanceof Cancelled) return null
    throw error
  }
}

function matchesIn({ segment, hidden, globalOrdinals }: Layer, predicate: Predicate, steps: Steps): Matches {
  const found = withoutHidden(conditionOf(predicate, segment, steps).all(), hidden)
  const count = 'list' in found ? found.list.length : countBits(found.words)
  return matchesOf(found, count, { size: segment.size, columns: segment.columns, globalOrdinals })
}

function daysOf({ ordinalMaps }: Segments, all: readonly Matches[]): Answer['days'] {
  const ordinals = ordinalMaps.get(dayField)
  if (!ordinals) return new Uint32Array(0)
  return countValues(ordinals, dayField, all, ({ of }) => {
    const days: number[] = []
    for (const [value, count] of of.entries())
      if (count > 0) days.push(Number(valueAt(ordinals, value)), count)
    return Uint32Array.from(days)
  })
}

/** The first addresses of all segments in the order asked for, merged, with their records. */
function firstOf(
  { layers }: Segments,
  all: readonly Matches[],
  { order, after, size, bytes }: Question,
  steps: Steps,
): Pick<Answer, 'addresses' | 'keys' | 'records' | 'more'> {
  if (size === 0) return { addresses: [], keys: [], records: noTexts(), more: false }
  const place = after && { key: after.key, address: keyOf(after.address) }
  const found = layers.flatMap(({ segment }, layer) => {
    const matches = all[layer]
    if (!matches || matches.count === 0) return []
    const read = recordReader(segment.records)
    const sorted = order === 'ip' ? null : segment.orders.get(order)
    const first = sorted
      ? firstInOrder(matches.found, segment, sorted, { after: place, size: size + 1, steps })
      : firstIn(matches.found, startAfter(segment, place), size + 1)
    return first.map((at) => ({ hex: hexOf(segment.keys, at), key: sorted?.keys[at] ?? 0, at, read }))
  })
  if (layers.length > 1) found.sort((a, b) => b.key - a.key || (a.hex < b.hex ? -1 : 1))
  const records: Uint8Array[] = []
  let room = bytes
  for (const { read, at } of found.slice(0, size)) {
    const record = read(at)
    room -= record.length
    if (room < 0 && records.length > 0) break
    records.push(record)
  }
  return {
    addresses: found.slice(0, records.length).map(({ hex }) => hex),
    keys: found.slice(0, records.length).map(({ key }) => key),
    records: textsOf(records),
    more: found.length > records.length,
  }
}

function startAfter({ keys, size }: Segment, after: KeyedPlace | null): number {
  if (after === null) return 0
  const at = firstNotBelow(keys, after.address)
  return at < size && compareKeys(keys, at, after.address, 0) === 0 ? at + 1 : at
}

function firstIn(found: DocIdSet, start: number, size: number): number[] {
  if ('list' in found) {
    const { list } = found
    const from = list.findIndex((at) => at >= start)
    return from < 0 ? [] : [...list.subarray(from, from + size)]
  }
  const first: number[] = []
  for (let at = start >>> 5; at < found.words.length && first.length < size; at += 1) {
    const word = at === start >>> 5 ? (found.words[at]! >>> (start & 31)) << (start & 31) : found.words[at]!
    for (const document of asList({ words: Uint32Array.of(word) })) first.push((at << 5) + document)
  }
  return first.slice(0, size)
}
