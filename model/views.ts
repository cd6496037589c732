import type { IpDocument } from './ip-record.ts'
import type { Enrichment } from './session.ts'
import type { Classification, Intention, TagCategory } from './tag.ts'

/** What the verbs give to pages and presenters. Days are "YYYY-MM-DD", instants ISO 8601 UTC. */

export interface VerdictReason {
  slug: string
  name: string
  category: TagCategory
  intention: Intention
  firstSeen: string
  lastSeen: string
  sessions: number
  /** True for the tags whose intention decided; false for those that were outranked. */
  decided: boolean
}

export interface Verdict {
  classification: Classification
  /** Version of docs/methods/verdict.md that judged. */
  method: string
  reasons: VerdictReason[]
  /** One plain sentence, and one saying what would change it. */
  sentence: string
  wouldChange: string
}

/** Rows of the activity matrix: one cell a UTC day, oldest first, holding the day's sessions. */
export interface ActivityRow {
  kind: 'tag' | 'port' | 'path'
  label: string
  /** Colour of the row; tags only. */
  intention: Intention | null
  cells: number[]
}

export interface Activity {
  days: string[]
  rows: ActivityRow[]
}

/** A value of one address and how many addresses share it ("who else"). */
export interface SharedValue {
  value: string
  port: number | null
  addresses: number
}

export interface IpReport {
  ip: string
  state: 'observed' | 'not-observed' | 'reserved'
  /** Set when the address lies in a private or otherwise reserved range, whether observed or not. */
  reserved: { range: string; name: string; reference: string } | null
  document: IpDocument | null
  /** Geo and network facts from reference data; present in every state. */
  facts: Enrichment
  verdict: Verdict | null
  activity: Activity | null
  fingerprints: { ja3: SharedValue[]; ja4: SharedValue[]; hassh: SharedValue[] }
  /** One generated sentence of facts. */
  sentence: string
  demo: boolean
}

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

export interface HomeReport {
  /** Addresses last seen in the last 24 h; `traces` holds them by the hour, oldest first. */
  today: { addresses: Record<Classification, number>; traces: Record<Classification, number[]> }
  /** Addresses and sessions of the whole record. */
  total: number
  topTags: { slug: string; name: string; intention: Intention; addresses: number }[]
  topCves: { cve: string; addresses: number }[]
  sessions: number
  /** Nothing was ever ingested. */
  empty: boolean
}

/** What every page shows in its frame. */
export interface Standing {
  demo: { present: boolean; loading: boolean; progress: number; message: string }
  version: string
  method: string
  /** The server's clock at this answer, ISO 8601 UTC: what "today" and "now" mean on the page. */
  now: string
  /** Address people use for this server, without a path. */
  url: string
  /** Whether search engines may list the pages. */
  indexable: boolean
}
