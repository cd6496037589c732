import type { Span } from '../span.ts'

/** Why a row is, or is not, an answer: one finding for each condition of the query. */
export interface Finding {
  /** Where the condition stands in the text; null for the window the server added. */
  span: Span | null
  /** "tagged Mirai" */
  words: string
  /** It stands under an odd number of negations: the row is to fail it. */
  excludes: boolean
  matched: boolean
  /** The values that made it match; with `matched` false, what the row holds instead. */
  values: { field: string; values: string[] }[]
}
