import type { IpOrder } from '#model/ip-order.ts'
import type { Records } from './records.ts'

/**
 * A segment of the index: some documents, numbered in address order, as plain typed arrays that can be handed from one
 * thread to another. It never changes; which of its documents are superseded is kept beside it (segments.ts).
 */
export interface Segment {
  size: number
  /** Addresses, four big-endian numbers each, ascending. */
  keys: Uint32Array
  /** What the engine makes of address and version, to compare the checksums of both sides. */
  checksums: Uint32Array
  /** Addresses that this segment removes from older ones, ascending, like `keys`. */
  removed: Uint32Array
  records: Records
  columns: Map<string, SegmentColumn>
  orders: Map<SortedOrder, SortedDocs>
}

export type SegmentColumn =
  | WordColumn
  | NumbersColumn
  | ({ kept: 'number' | 'time' } & Numbers)
  | { kept: 'flag'; words: Uint32Array }

/** Orders besides that of addresses, in which documents are numbered. */
export type SortedOrder = Exclude<IpOrder, 'ip'>

/** Documents of a segment in one order: the highest key first, and of one key in the order of addresses. */
export interface SortedDocs {
  /** Of each document what it is ordered by (model/ip-order.ts). */
  keys: Float64Array
  docs: Uint32Array
}

/** Numbers in document order: NaN is missing; times are whole seconds, 0 for never. */
export interface Numbers {
  values: Float64Array | Uint32Array
  /** Bounds of all of them; NaN where one is missing, so that nothing is said of all. */
  min: number
  max: number
}

/** For each value of a dictionary the documents that have it. */
export interface Postings {
  /** Value v: docs[at[v]…at[v + 1]), unless it is in `dense`. */
  at: Uint32Array
  docs: Uint32Array
  /** Values of so many documents that one bit a document is shorter. */
  dense: Map<number, { words: Uint32Array; count: number }>
  /** Documents with any value at all; null where each has exactly one. */
  some: Uint32Array | null
}

/** The values of each document: ids[at[d]…at[d + 1]), or ids[d] where each has exactly one. */
export interface DocValues {
  at: Uint32Array | null
  ids: Uint32Array
}

export interface WordColumn {
  kept: 'word' | 'words'
  /** Values in the order of their lowered UTF-8 bytes: value v is lowered.slice(loweredAt[v], loweredAt[v + 1]). */
  lowered: Uint8Array
  loweredAt: Uint32Array
  /** As written, where that differs anywhere and the column is counted. */
  spelled: { bytes: Uint8Array; at: Uint32Array } | null
  postings: Postings
  docValues: DocValues | null
}

export interface NumbersColumn {
  kept: 'numbers'
  /** Ascending. */
  values: Float64Array
  postings: Postings
  docValues: DocValues | null
}

/** Compares two addresses inside lists of four numbers each. */
export function compareKeys(left: Uint32Array, l: number, right: Uint32Array, r: number): number {
  for (let part = 0; part < 4; part += 1) {
    const a = left[4 * l + part]!
    const b = right[4 * r + part]!
    if (a !== b) return a < b ? -1 : 1
  }
  return 0
}

/** Place of the first address that is not below `key[r]`. */
export function firstNotBelow(keys: Uint32Array, key: Uint32Array, r = 0): number {
  let [low, high] = [0, keys.length >>> 2]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(keys, middle, key, r) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** 32 hex digits → four numbers. */
export const keyOf = (hex: string): Uint32Array =>
  Uint32Array.from([0, 8, 16, 24], (at) => Number.parseInt(hex.slice(at, at + 8), 16))

export const hexOf = (keys: Uint32Array, at: number): string => {
  let hex = ''
  for (let part = 0; part < 4; part += 1) hex += keys[4 * at + part]!.toString(16).padStart(8, '0')
  return hex
}
