import type { IpDocument } from './ip-record.ts'
import type { Classification } from './tag.ts'

/** A place in the query text; offsets are UTF-16 code units, `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

export interface QueryDiagnostic {
  span: Span
  severity: 'error' | 'hint'
  message: string
  expected: string[]
  found: string
  suggestion: string | null
}

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

/** What would be found if one condition were left out. */
export interface Relaxed {
  part: string
  query: string
  total: number
}

/** What completion knows beside the fields (countries come from model/countries.ts). */
export interface Autocomplete {
  actors: string[]
  cves: string[]
  tags: { slug: string; name: string }[]
  vpnServices: string[]
}

export interface FacetValue {
  value: string
  count: number
  /** The GNQL term that includes it, printed by gnql's own printer. */
  term: string
}

export interface Facet {
  field: string
  title: string
  values: FacetValue[]
}

export interface HistogramBucket {
  /** Start of the UTC day. */
  day: string
  counts: Record<Classification, number>
}

export interface QueryReport {
  query: string
  /** The text that really ran when a window or a plan changed it; "" when nothing changed. */
  adjustedQuery: string
  /** What runs in plain words, "" when the text could not be understood. */
  words: string
  diagnostics: QueryDiagnostic[]
  /** False when the text could not be understood: nothing ran. */
  ran: boolean
  total: number
  tookMs: number
  rows: IpDocument[]
  /** Parallel to `rows`. */
  why: Finding[][]
  /** When nothing was found: the conditions that excluded something, the strongest first. */
  relaxed: Relaxed[]
  histogram: HistogramBucket[]
  facets: Facet[]
  /** Token of the next page, null at the end. */
  nextToken: string | null
}
