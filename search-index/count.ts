import { countBoth, hasBit } from './bits.ts'
import { asList, type DocIdSet } from './doc-id-set.ts'
import { byCountAndValue, type ValueCount } from '#store/analytics/ips/value-count.ts'
import type { DocValues, Postings, SegmentColumn } from './segment.ts'
import { rankAt, type OrdinalMap, ordinalCount, valueAt } from './ordinal-maps.ts'

/** Documents that match in one segment, and where its values stand in each field's numbering (null: as they are). */
export interface Matches {
  size: number
  found: DocIdSet
  /** Their number. */
  count: number
  columns: Map<string, SegmentColumn>
  globalOrdinals: Map<string, Uint32Array> | null
  /** Those that match, or those that do not where that is fewer: listed once for all fields. */
  fewer: () => Uint32Array
}

/** Lists lazily: a question without facets needs none. */
export function matchesOf(
  found: DocIdSet,
  count: number,
  rest: Pick<Matches, 'size' | 'columns' | 'globalOrdinals'>,
): Matches {
  let list: Uint32Array | undefined
  const make = (): Uint32Array =>
    'list' in found || 2 * count <= rest.size ? asList(found) : missing(found.words, rest.size - count)
  return { ...rest, found, count, fewer: () => (list ??= make()) }
}

/** How often values occur, by their numbers in the ordinal map. */
export interface Counts {
  of: Uint32Array
  /** The values that occur, where few documents match, so that the rest of a large dictionary is not walked; null where they are not known. */
  occurring: readonly number[] | null
}

/** Arrays of zeros, one a field, used again: to make one of a large dictionary takes longer than to count a few documents. */
const zeros = new WeakMap<OrdinalMap, Uint32Array>()

/** Counts how many matches have each value of a field. @param read the counts are its own until it returns */
export function countValues<T>(
  ordinals: OrdinalMap,
  name: string,
  all: readonly Matches[],
  read: (counts: Counts) => T,
): T {
  const size = ordinalCount(ordinals)
  const known = zeros.get(ordinals)
  // Whoever fails midway leaves none behind that are not 0.
  zeros.delete(ordinals)
  const of = known?.length === size ? known : new Uint32Array(size)
  const occurring = countFew(of, name, all)
  if (!occurring) {
    for (const matches of all) {
      const column = matches.columns.get(name)
      if (column && matches.count > 0) countIn(of, column, matches, matches.globalOrdinals?.get(name) ?? null)
    }
  }
  const answer = read({ of, occurring })
  if (occurring) for (const value of occurring) of[value] = 0
  else of.fill(0)
  zeros.set(ordinals, of)
  return answer
}

/** Few: the values of the documents that match are so many times fewer than those of the dictionary. */
const lessBy = 8

/** @returns the values that occur; null where nothing was counted, as there is too much of it */
function countFew(counts: Uint32Array, name: string, all: readonly Matches[]): number[] | null {
  const lists: { values: DocValues; list: Uint32Array; globalOrdinals: Uint32Array | null }[] = []
  let most = counts.length / lessBy
  for (const { columns, count, found, size, fewer, globalOrdinals } of all) {
    const column = columns.get(name)
    if (!column || count === 0) continue
    if (!('docValues' in column)) return null
    const { docValues: values } = column
    if (!values) continue
    if ((most -= count * Math.max(1, values.ids.length / size)) < 0) return null
    const list = 2 * count <= size ? fewer() : asList(found)
    lists.push({ values, list, globalOrdinals: globalOrdinals?.get(name) ?? null })
  }
  const occurring: number[] = []
  for (const { values, list, globalOrdinals } of lists) {
    for (const document of list) {
      const end = values.at ? values.at[document + 1]! : document + 1
      for (let from = values.at ? values.at[document]! : document; from < end; from += 1) {
        const value = globalOrdinals ? globalOrdinals[values.ids[from]!]! : values.ids[from]!
        if (!counts[value]) occurring.push(value)
        counts[value]! += 1
      }
    }
  }
  return occurring
}

function countIn(
  counts: Uint32Array,
  column: SegmentColumn,
  matches: Matches,
  globalOrdinals: Uint32Array | null,
): void {
  const { found, size, count } = matches
  if (column.kept === 'flag') {
    const yes = countFlag(column.words, found)
    counts[0]! += count - yes
    counts[1]! += yes
    return
  }
  if (!('docValues' in column) || !column.docValues) return
  const { docValues, postings } = column
  if ('words' in found && isCheaperByValue(postings, docValues, count, size))
    return countPostings(counts, postings, found.words, globalOrdinals)
  // Where most match: all, less those that do not.
  const isMost = 'words' in found && 2 * count > size
  if (isMost) countAll(counts, postings, globalOrdinals)
  countDocValues(counts, docValues, matches.fewer(), globalOrdinals, isMost ? -1 : 1)
}

const countFlag = (words: Uint32Array, found: DocIdSet): number =>
  'words' in found
    ? countBoth(words, found.words)
    : found.list.reduce((sum, document) => sum + (hasBit(words, document) ? 1 : 0), 0)

/** Word by word through the bits of common values and one by one through the rest, or document by document. */
function isCheaperByValue(
  { dense, docs }: Postings,
  { ids }: DocValues,
  count: number,
  size: number,
): boolean {
  const walked = ids.length * (Math.min(count, size - count) / size)
  return dense.size * (size >>> 5) + 2 * docs.length < 2 * walked
}

function countPostings(
  counts: Uint32Array,
  { at, docs, dense }: Postings,
  words: Uint32Array,
  globalOrdinals: Uint32Array | null,
): void {
  for (const [value, bits] of dense)
    counts[globalOrdinals ? globalOrdinals[value]! : value]! += countBoth(bits.words, words)
  for (let value = 0; value + 1 < at.length; value += 1) {
    let sum = 0
    for (let from = at[value]!; from < at[value + 1]!; from += 1) if (hasBit(words, docs[from]!)) sum += 1
    if (sum > 0) counts[globalOrdinals ? globalOrdinals[value]! : value]! += sum
  }
}

function countAll(counts: Uint32Array, { at, dense }: Postings, globalOrdinals: Uint32Array | null): void {
  for (let value = 0; value + 1 < at.length; value += 1) {
    const sum = dense.get(value)?.count ?? at[value + 1]! - at[value]!
    counts[globalOrdinals ? globalOrdinals[value]! : value]! += sum
  }
}

function countDocValues(
  counts: Uint32Array,
  { at, ids }: DocValues,
  list: Uint32Array,
  globalOrdinals: Uint32Array | null,
  by: 1 | -1,
): void {
  if (globalOrdinals) {
    for (let place = 0; place < list.length; place += 1) {
      const document = list[place]!
      const end = at ? at[document + 1]! : document + 1
      for (let from = at ? at[document]! : document; from < end; from += 1)
        counts[globalOrdinals[ids[from]!]!]! += by
    }
  } else if (at) {
    for (let place = 0; place < list.length; place += 1) {
      const document = list[place]!
      for (let from = at[document]!; from < at[document + 1]!; from += 1) counts[ids[from]!]! += by
    }
  } else for (let place = 0; place < list.length; place += 1) counts[ids[list[place]!]!]! += by
}

function missing(words: Uint32Array, count: number): Uint32Array {
  const list = new Uint32Array(count)
  let filled = 0
  for (let at = 0; at < words.length && filled < count; at += 1) {
    let word = ~words[at]!
    while (word !== 0 && filled < count) {
      const low = word & -word
      list[filled++] = (at << 5) + 31 - Math.clz32(low)
      word ^= low
    }
  }
  return list
}

/** The values with the highest counts; codes decide which of those with the last count are among them (ips/summarize.ts). Empty texts are no values. */
export function mostFrequent(ordinals: OrdinalMap, counts: Counts, top: number): ValueCount[] {
  const { of, occurring } = counts
  const min = minOfTop(counts, top + 1)
  const chosen: { value: number; count: number }[] = []
  const end = occurring?.length ?? of.length
  for (let at = 0; at < end; at += 1) {
    const value = occurring ? occurring[at]! : at
    const count = of[value]!
    if (count >= min && valueAt(ordinals, value) !== '') chosen.push({ value, count })
  }
  chosen.sort((a, b) => b.count - a.count || (rankAt(ordinals, a.value) < rankAt(ordinals, b.value) ? -1 : 1))
  return chosen
    .slice(0, top)
    .map(({ value, count }) => ({ value: String(valueAt(ordinals, value)), count }))
    .toSorted(byCountAndValue)
}

/** The `top` highest counts end with this one; at least 1. A heap whose root is the lowest of those kept. */
function minOfTop({ of, occurring }: Counts, top: number): number {
  const heap = new Uint32Array(top)
  let lowest = 0
  const end = occurring?.length ?? of.length
  for (let next = 0; next < end; next += 1) {
    const count = of[occurring ? occurring[next]! : next]!
    if (count <= lowest) continue
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= top) break
      if (child + 1 < top && heap[child + 1]! < heap[child]!) child += 1
      if (heap[child]! >= count) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = count
    lowest = heap[0]!
  }
  return Math.max(1, lowest)
}
