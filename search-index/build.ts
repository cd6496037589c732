import { compareText, fold } from '#gnql/values/fold.ts'
import { setBit, wordsFor } from './bits.ts'
import type { Collected, CollectedNumbers, CollectedValues } from './collect.ts'
import { sortedDocs } from './orders.ts'
import { sharedNumbers } from './records.ts'
import { compareKeys } from '#model/address-keys.ts'
import { type DocValues, type Numbers, type Postings, type Segment, type SegmentColumn } from './segment.ts'

/** Collected rows as a segment; of several rows of one address the last one counts. */
export function build(collected: Collected): Segment {
  const rows = inOrder(collected)
  const isGone = (row: number): boolean => collected.gone.values[row] === 1
  const kept = rows.filter((row) => !isGone(row))
  const columns = new Map(
    [...collected.columns].map(([name, column]): [string, SegmentColumn] => [
      name,
      'known' in column ? buildValues(column, kept) : buildNumbers(column, kept, collected.rows),
    ]),
  )
  return {
    size: kept.length,
    keys: keysOf(collected, kept),
    checksums: Uint32Array.from(kept, (row) => collected.checksums.values[row]!),
    removed: keysOf(
      collected,
      rows.filter((row) => isGone(row)),
    ),
    records: { blocks: collected.records, rows: isSame(kept, collected.rows) ? null : shared(kept) },
    columns,
    orders: sortedDocs(columns, kept.length),
  }
}

const isSame = (kept: Uint32Array, rows: number): boolean =>
  kept.length === rows && kept.every((row, at) => row === at)

function shared(numbers: Uint32Array): Uint32Array {
  const copy = sharedNumbers(numbers.length)
  copy.set(numbers)
  return copy
}

/** Row numbers by address, each address once. */
function inOrder({ keys: { values }, rows }: Collected): Uint32Array {
  const order = Uint32Array.from({ length: rows }, (_, row) => row)
  let ascending = true
  for (let row = 1; row < rows && ascending; row += 1)
    ascending = compareKeys(values, row - 1, values, row) < 0
  if (ascending) return order
  order.sort((a, b) => compareKeys(values, a, values, b) || a - b)
  return order.filter((row, at) => at + 1 === rows || compareKeys(values, row, values, order[at + 1]!) !== 0)
}

function keysOf({ keys: { values } }: Collected, rows: Uint32Array): Uint32Array {
  const keys = sharedNumbers(4 * rows.length)
  for (const [at, row] of rows.entries()) keys.set(values.subarray(4 * row, 4 * row + 4), 4 * at)
  return keys
}

function buildNumbers({ kept, values }: CollectedNumbers, rows: Uint32Array, all: number): SegmentColumn {
  const joined = kept === 'number' ? new Float64Array(all) : new Uint32Array(all)
  let at = 0
  for (const some of values) {
    joined.set(some, at)
    at += some.length
  }
  if (kept === 'number') return { kept, ...bounded(Float64Array.from(rows, (row) => joined[row]!)) }
  if (kept === 'time') return { kept, ...bounded(Uint32Array.from(rows, (row) => joined[row]!)) }
  const words = new Uint32Array(wordsFor(rows.length))
  for (const [place, row] of rows.entries()) if (joined[row]! > 0) setBit(words, place)
  return { kept, words }
}

function bounded(values: Float64Array | Uint32Array): Numbers {
  let [min, max] = [Infinity, -Infinity]
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!
    if (Number.isNaN(value)) return { values, min: NaN, max: NaN }
    if (value < min) min = value
    if (value > max) max = value
  }
  return { values, min, max }
}

function buildValues(column: CollectedValues, rows: Uint32Array): SegmentColumn {
  const lists = column.kept !== 'word'
  const all = [...column.known.keys()]
  const lowered =
    column.kept === 'numbers' ? [] : column.counted ? all.map((text) => fold(String(text))) : all
  const order = sortedPlaces(column.kept === 'numbers' ? all : lowered, all)
  const rank = new Uint32Array(all.length)
  for (const [at, place] of order.entries()) rank[place] = at
  const docValues = docValuesOf(column, rows, rank)
  const postings = postingsOf(docValues, all.length, rows.length, lists)
  const common = { postings, docValues: column.counted ? docValues : null }
  if (column.kept === 'numbers')
    return { kept: 'numbers', values: Float64Array.from(order, (place) => all[place] as number), ...common }
  const arena = written(order, lowered as string[])
  const differs = column.counted && all.some((text, at) => text !== lowered[at])
  return {
    kept: column.kept,
    lowered: arena.bytes,
    loweredAt: arena.at,
    spelled: differs ? written(order, all as string[]) : null,
    ...common,
  }
}

const beyondBmp = /[\ud800-\udfff]/

/** Places by value; of texts in the order of UTF-8 bytes, and those that are lowered alike by how they are written. */
function sortedPlaces(values: readonly (number | string)[], written: readonly unknown[]): Uint32Array {
  const order = Uint32Array.from(values, (_, place) => place)
  const plain = !values.some((value) => typeof value === 'string' && beyondBmp.test(value))
  const compare = (a: number | string, b: number | string): number =>
    a === b ? 0 : plain ? (a < b ? -1 : 1) : compareText(String(a), String(b))
  return order.sort(
    (a, b) => compare(values[a]!, values[b]!) || (String(written[a]) < String(written[b]) ? -1 : 1),
  )
}

function docValuesOf({ kept, ids, ends }: CollectedValues, rows: Uint32Array, rank: Uint32Array): DocValues {
  if (kept === 'word') return { at: null, ids: Uint32Array.from(rows, (row) => rank[ids.values[row]!]!) }
  const at = new Uint32Array(rows.length + 1)
  const starts = (row: number): number => (row === 0 ? 0 : ends.values[row - 1]!)
  for (const [place, row] of rows.entries()) at[place + 1] = at[place]! + ends.values[row]! - starts(row)
  const mapped = new Uint32Array(at.at(-1)!)
  for (const [place, row] of rows.entries()) {
    let into = at[place]!
    for (let from = starts(row); from < ends.values[row]!; from += 1)
      mapped[into++] = rank[ids.values[from]!]!
  }
  return { at, ids: mapped }
}

/** The documents of each value, ascending; those of very common values as bits. */
function postingsOf({ at, ids }: DocValues, values: number, size: number, lists: boolean): Postings {
  const counts = new Uint32Array(values)
  for (let from = 0; from < ids.length; from += 1) counts[ids[from]!]! += 1
  const dense: Postings['dense'] = new Map()
  const starts = new Uint32Array(values + 1)
  for (let value = 0; value < values; value += 1) {
    const isDense = counts[value]! > Math.max(32, size >>> 5)
    if (isDense) dense.set(value, { words: new Uint32Array(wordsFor(size)), count: counts[value]! })
    starts[value + 1] = starts[value]! + (isDense ? 0 : counts[value]!)
  }
  const docs = new Uint32Array(starts.at(-1)!)
  const next = starts.slice(0, values)
  const some = lists ? new Uint32Array(wordsFor(size)) : null
  for (let document = 0; document < size; document += 1) {
    const [from, to] = at ? [at[document]!, at[document + 1]!] : [document, document + 1]
    if (some && to > from) setBit(some, document)
    for (let place = from; place < to; place += 1) {
      const value = ids[place]!
      const bits = dense.size > 0 ? dense.get(value) : undefined
      if (bits) setBit(bits.words, document)
      else docs[next[value]!++] = document
    }
  }
  return { at: starts, docs, dense, some }
}

function written(order: Uint32Array, texts: readonly string[]): { bytes: Uint8Array; at: Uint32Array } {
  let total = 0
  const at = new Uint32Array(order.length + 1)
  for (const [place, from] of order.entries()) at[place + 1] = total += Buffer.byteLength(texts[from]!)
  const bytes = Buffer.from(new ArrayBuffer(total))
  for (const [place, from] of order.entries()) bytes.write(texts[from]!, at[place]!)
  return { bytes, at }
}
