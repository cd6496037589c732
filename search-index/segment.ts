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
