/** Bounds of a query text; beyond each stands an error, never a slow answer. */
export const limits = {
  /** UTF-8 bytes. */
  bytes: 16 * 1024,
  /** Parentheses and negations inside each other. */
  depth: 64,
  /** Values, with or without a field. */
  terms: 10_000,
  /** Wildcards in one value: stores turn them into automata. */
  wildcards: 32,
  /** Lists of addresses that one query names: each is read whole. */
  lists: 8,
} as const
