/**
 * What a GNQL text means, after resolving: a typed tree over columns. It is the border between the language and
 * the stores: `gnql/` makes it, `gnql/match` evaluates it over a plain document, `store/analytics` writes it as SQL.
 * Column names come only from the field registry, values are plain data that travel as bound parameters.
 */

/** How a column is shaped in a document; the compilers need to know nothing else about it. */
export type ColumnShape =
  | 'text'
  | 'text-list'
  | 'number'
  | 'number-list'
  | 'boolean'
  /** Whole seconds since 1970 UTC in the store; 0 means never. */
  | 'time'
  | 'ip'
  /** A list of {port, protocol} or {fingerprint, port}: the column is written "scan.port", "ja3.fingerprint". */
  | 'pair-text'
  | 'pair-number'

export interface Column {
  /** Column of the document, or "list.member" for pairs. Never taken from user text. */
  name: string
  shape: ColumnShape
}

export type Test =
  /** Case-insensitive (simple lower-casing, as the engine's lowerUTF8 does). `value` is already lower-cased. */
  | { op: 'equals'; value: string }
  /** Literal pieces between wildcards, lower-cased: '*' any run, '?' exactly one code point. */
  | { op: 'like'; pattern: readonly (string | { wildcard: '*' | '?' })[] }
  /** Lower-cased text order, each bound optional; used for text ranges. */
  | { op: 'text-range'; from?: Bound<string>; to?: Bound<string> }
  | { op: 'number-equals'; value: number }
  | { op: 'number-range'; from?: Bound<number>; to?: Bound<number> }
  | { op: 'is'; value: boolean }
  /** Half-open [from, to) in whole seconds; a value of 0 (never) matches no time test. */
  | { op: 'time-range'; from?: number; to?: number }
  /** Inclusive bounds, each 32 lower-case hex digits of the 128-bit address; IPv4 stands in ::ffff:0:0/96. */
  | { op: 'ip-range'; from: string; to: string }
  /** One of the addresses of a list: of one that a text names (gnql/lists.ts), or of the one whose page asks (services/analysis). */
  | { op: 'ip-in'; list: AddressList }
  /** Present: text not empty, list not empty, time not never, number not null. */
  | { op: 'exists' }

/** Addresses that somebody listed. */
export interface AddressList {
  /** Another list, or another state of one, has another. */
  id: string
  /** Four numbers each, ascending, each once (model/address-keys.ts), in memory that threads share. */
  keys: Uint32Array
}

export interface Bound<T> {
  value: T
  inclusive: boolean
}

export type Predicate =
  | { kind: 'all' }
  | { kind: 'none' }
  | { kind: 'and'; operands: readonly Predicate[] }
  | { kind: 'or'; operands: readonly Predicate[] }
  | { kind: 'not'; operand: Predicate }
  /** On lists and pairs the test holds when any element passes it. */
  | { kind: 'test'; column: Column; test: Test }

/** Nothing matches: shared by every empty alternative. */
export const none: Predicate = { kind: 'none' }
