import type { ReasonKind, Trust } from './evidence.ts'
import type { IpDocument } from './ip-record.ts'
import type { Enrichment } from './session.ts'
import type { NetworkFacts, SourceStatus, UpdatesStatus } from './sources.ts'
import type { Classification, Intention, Tag, TagCategory } from './tag.ts'

/** What the verbs give to pages and presenters. Days are "YYYY-MM-DD", instants ISO 8601 UTC. */

export interface VerdictReason {
  /** A tag of ours, or evidence of another kind (model/evidence.ts). */
  kind: ReasonKind
  /** Of the tag, of the actor, or the name of the source. */
  slug: string
  name: string
  category: TagCategory
  intention: Intention
  /** Instants, "" where there are none. */
  firstSeen: string
  lastSeen: string
  /** Sessions of ours that showed it; 0 for what others say. */
  sessions: number
  /** True for those whose intention decided; false for those that were outranked. */
  decided: boolean
}

/** One thing that would make the verdict another; each is true by itself. */
export interface VerdictChange {
  /** "" is no verdict: nothing was seen within the window any more. */
  becomes: Classification | ''
  /** Reasons that would have to go, all of them ("kind:slug"); empty where one has to come. */
  without: string[]
  /** What would have to come. */
  with: { intention: Intention; category: TagCategory } | null
  /** UTC day on which it happens if the address is not seen again; "" when no day can be named. */
  on: string
  words: string
}

/** How the verdict on an address, or what decided it, changed. */
export interface VerdictStep {
  /** ISO 8601 with milliseconds. */
  at: string
  /** "" is no verdict: not seen within the window. */
  before: Classification | ''
  after: Classification | ''
  method: string
  /** What decided from then on, with names as they are called now. */
  decided: { kind: ReasonKind; slug: string; name: string }[]
}

/** What a named source reports of an address; never part of our own activity. */
export interface Sighting {
  source: string
  trust: Trust
  tags: string[]
  note: string
  /** Instants, "" where the source gives none. */
  firstSeen: string
  lastSeen: string
  /** When the list was taken in. */
  imported: string
  licence: string
  reference: string
}

/** What the reverse DNS answered; null when it was not asked. */
export interface ReverseName {
  name: string
  state: 'confirmed' | 'other' | 'none' | 'failed'
  asked: string
}

export interface Verdict {
  classification: Classification
  /** Version of docs/methods/verdict.md that judged. */
  method: string
  reasons: VerdictReason[]
  /** One plain sentence, and one saying what would change it. */
  sentence: string
  wouldChange: string
  changes: VerdictChange[]
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
  /** Who is known to show it, from reference data. */
  names: string[]
}

/** A text of a stranger's request, and what a server may read in it (docs/methods/decoding.md). */
export interface DecodedValue {
  sent: string
  read: string
}

export interface IpReport {
  ip: string
  state: 'observed' | 'not-observed' | 'reserved'
  /** Set when the address lies in a private or otherwise reserved range, whether observed or not. */
  reserved: { range: string; name: string; reference: string } | null
  document: IpDocument | null
  /** Geo and network facts from reference data; present in every state. */
  facts: Enrichment
  /** What reference data says beyond them; null for an address that is not public, and for the demo's. */
  network: NetworkFacts | null
  /** Of an address not seen by us only where a vetted actor's range holds it or a source that is trusted for one reports it. */
  verdict: Verdict | null
  /** The newest first; `moreHistory` when there is older. */
  history: VerdictStep[]
  moreHistory: boolean
  sightings: Sighting[]
  reverse: ReverseName | null
  activity: Activity | null
  /** Encoded requests, decoded as the rules read them; a few of them. */
  decoded: DecodedValue[]
  fingerprints: { ja3: SharedValue[]; ja4: SharedValue[]; hassh: SharedValue[] }
  /** One generated sentence of facts. */
  sentence: string
  demo: boolean
  /** Parts that could not be read now, in words; they stand empty. */
  missing: string[]
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
export interface ServerStatus {
  demo: { present: boolean; loading: boolean; progress: number; message: string }
  /** Sessions that were accepted and are neither stored nor set aside. */
  missingSessions: number
  version: string
  method: string
  /** The server's clock at this answer, ISO 8601 UTC: what "today" and "now" mean on the page. */
  now: string
  /** Address people use for this server, without a path. */
  url: string
  /** Whether search engines may list the pages. */
  indexable: boolean
}

/** A tag as lists show it. */
export type TagHead = Pick<Tag, 'id' | 'slug' | 'name' | 'category' | 'intention' | 'cves' | 'createdAt'>

/** Different addresses that carried a tag, per UTC day, oldest first; the last day is today so far. */
export interface TagTrace {
  /** Addresses in the last 24 hours. */
  inADay: number
  today: number
  trace: number[]
}

export interface TagRow extends TagHead, TagTrace {
  description: string
}

export interface TagList {
  tags: TagRow[]
  total: number
  /** From 1. */
  page: number
  pages: number
  /** How many tags each choice of a filter would leave, the other filters as they are. */
  categories: { value: TagCategory; count: number }[]
  intentions: { value: Intention; count: number }[]
  withCves: number
  /** The days of the traces. */
  days: string[]
}

export interface TrendRow extends TagHead, TagTrace {
  rank: number
  /** Recent level over expected level; null while the record is too young to compare. */
  score: number | null
  /** Addresses a day: recently, and what the same weekdays of the four weeks before let expect. */
  level: number
  expected: number
  /** Today so far is one of the recent days. */
  withToday: boolean
  /** Carried for the first time in the last seven days. */
  newcomer: boolean
  anomaly: { day: string; seen: number; expected: number; score: number } | null
}

export const trendSorts = ['trending', 'active', 'anomalies'] as const
export type TrendSort = (typeof trendSorts)[number]

export interface TrendReport {
  sort: TrendSort
  method: string
  days: string[]
  rows: TrendRow[]
  /** Of how many tags that fit the filters and the view. */
  total: number
  /** The record is too young for any comparison. */
  young: boolean
}

export interface TagActivity {
  slug: string
  days: number
  /** Hours of a bucket: 1, 4 or 24. */
  step: number
  /** First and last moment, ISO 8601. */
  start: string
  end: string
  /** Oldest first; `start` ISO 8601; by the verdict of what each address showed on that UTC day. */
  buckets: { start: string; addresses: Record<Classification, number> }[]
  /** Different addresses of the whole window, by the verdict on each as it stands. */
  addresses: Record<Classification, number>
}

export interface TagReport {
  tag: Tag
  activity: TagActivity
  /** Over the last 90 days. */
  facets: Facet[]
  latest: {
    ip: string
    classification: Classification
    country: string
    organization: string
    lastSeen: string
  }[]
}

/** Every source, and how fetching them goes. */
export interface SourcesReport {
  sources: SourceStatus[]
  updates: UpdatesStatus
}
