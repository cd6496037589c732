import { severityOf, severityStep } from '#model/ip-order.ts'
import { classifications } from '#model/tag.ts'
import { hasBit } from './bits.ts'
import type { DocIdSet } from './doc-id-set.ts'
import { dayField } from './fields.ts'
import { compareKeys } from '#model/address-keys.ts'
import { type Segment, type SegmentColumn, type SortedDocs, type SortedOrder } from './segment.ts'
import type { Steps } from './steps.ts'

export const sortedOrders = ['last_seen', 'sessions', 'severity'] as const satisfies SortedOrder[]

type Columns = ReadonlyMap<string, SegmentColumn>

export function sortedDocs(columns: Columns, size: number): Map<SortedOrder, SortedDocs> {
  return new Map(
    sortedOrders.map((order) => {
      const keys = keysOf(columns, size, order)
      return [order, { keys, docs: descending(keys) }] as const
    }),
  )
}

function keysOf(columns: Columns, size: number, order: SortedOrder): Float64Array {
  const seen = numbersOf(columns, 'last_seen')
  if (order === 'last_seen') return Float64Array.from({ length: size }, (_, at) => seen[at] ?? 0)
  const keys = new Float64Array(size)
  if (order === 'sessions') {
    const hits = numbersOf(columns, 'sensor_hits')
    for (let at = 0; at < size; at += 1) keys[at] = hits[at] ?? 0
    return keys
  }
  const severity = severitiesOf(columns)
  for (let at = 0; at < size; at += 1) keys[at] = severity(at) * severityStep + (seen[at] ?? 0)
  return keys
}

function numbersOf(columns: Columns, name: string): Float64Array | Uint32Array {
  const column = columns.get(name)
  return column?.kept === 'number' || column?.kept === 'time' ? column.values : new Uint32Array(0)
}

/** The verdict of a document stands in the number of its day (ips/codes.ts). */
function severitiesOf(columns: Columns): (document: number) => number {
  const column = columns.get(dayField)
  const values = column?.kept === 'numbers' ? column.docValues : null
  if (column?.kept !== 'numbers' || !values) return () => 0
  const { at, ids } = values
  return (document) => {
    const value = column.values[ids[at ? at[document]! : document]!] ?? 0
    const verdict = classifications[(value % 8) - 1]
    return verdict ? severityOf(verdict) : 0
  }
}

const digit = 2 ** 16

/** The places of whole numbers from the highest down, equal ones in their order: sorted by digits of 16 bits, the lowest first. */
export function descending(keys: Float64Array): Uint32Array {
  let from: Uint32Array = Uint32Array.from(keys, (_, at) => at)
  let to: Uint32Array = new Uint32Array(keys.length)
  const max = keys.reduce((highest, key) => Math.max(highest, key), 0)
  for (let unit = 1; unit <= max; unit *= digit) {
    const starts = new Uint32Array(digit + 1)
    const digitOf = (place: number): number => Math.floor((max - keys[place]!) / unit) % digit
    for (let at = 0; at < from.length; at += 1) starts[digitOf(from[at]!) + 1]! += 1
    for (let value = 0; value < digit; value += 1) starts[value + 1]! += starts[value]!
    for (let at = 0; at < from.length; at += 1) to[starts[digitOf(from[at]!)]!++] = from[at]!
    ;[from, to] = [to, from]
  }
  return from
}

/** Behind which document of an order a page begins. */
export interface KeyedPlace {
  key: number
  /** Its address, as four numbers. */
  address: Uint32Array
}

/** Below 0: the document comes before the place; 0: it is the one. */
const compareTo = (place: KeyedPlace, { keys: addresses }: Segment, keys: Float64Array, at: number): number =>
  place.key - keys[at]! || compareKeys(addresses, at, place.address, 0)

/** The first `size` matches of a segment in an order, behind a place in it. */
export function firstInOrder(
  found: DocIdSet,
  segment: Segment,
  { keys, docs }: SortedDocs,
  { after, size, steps }: { after: KeyedPlace | null; size: number; steps: Steps },
): number[] {
  if ('list' in found) {
    const { list } = found
    steps.spend(50 * list.length)
    const left = after ? list.filter((at) => compareTo(after, segment, keys, at) > 0) : list.slice()
    return [...left.sort((a, b) => keys[b]! - keys[a]! || a - b).subarray(0, size)]
  }
  let from = 0
  if (after) {
    let to = docs.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if (compareTo(after, segment, keys, docs[middle]!) > 0) to = middle
      else from = middle + 1
    }
  }
  const first: number[] = []
  for (; from < docs.length && first.length < size; from += 1) {
    // A document out of its order lies anywhere in memory.
    steps.spend(5)
    if (hasBit(found.words, docs[from]!)) first.push(docs[from]!)
  }
  return first
}
