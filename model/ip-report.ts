import type { Trust } from './evidence.ts'
import type { FieldGroup } from './ip-document/groups.ts'
import type { beside } from './ip-document/beside.ts'
import type { IpDocument } from './ip-record.ts'
import type { Enrichment } from './session.ts'
import type { NetworkData } from './sources.ts'
import type { Classification, Intention } from './tag.ts'
import type { Verdict, VerdictStep } from './verdict.ts'

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

/** Addresses of the same block or network that were seen, by class. */
export interface Neighbours {
  /** GNQL that finds them. */
  query: string
  name: string
  total: number
  classes: Partial<Record<Classification, number>>
}

/** What an address did over time. */
export interface IpTimeline {
  field: string
  /** 1 to 90, as far as the plan reaches. */
  days: number
  by: 'hour' | 'day'
  /** The plan leaves the field out. */
  isWithheld: boolean
  /** When each bucket begins, ISO 8601 UTC, oldest first; the last is not over. */
  starts: string[]
  /** The busiest values, a count of sessions a bucket. */
  lanes: { label: string; name: string; intention: Intention | null; cells: number[]; sessions: number }[]
  /** Values beside those. */
  more: number
  /** Changes of the verdict in that time, the newest first. */
  steps: VerdictStep[]
}

/** Why an address carries a tag. */
export interface TagProof {
  slug: string
  name: string
  /** GNQL over sessions. */
  rule: string
  /** Alike sessions together, the most frequent first. */
  requests: {
    port: number
    transport: string
    /** Of the session's first requests, by place. */
    methods: string[]
    uris: string[]
    agents: string[]
    /** Typed over Telnet. */
    lines: string[]
    /** The SSH banner. */
    ssh: string
    sessions: number
    first: string
    last: string
  }[]
  /** Whether there are kinds beside those. */
  more: boolean
}

/** A document without what the report says in members of its own. */
export type ReportedDocument = Omit<IpDocument, keyof typeof beside>

export interface IpReport {
  ip: string
  state: 'observed' | 'not-observed' | 'reserved'
  /** Set when the address lies in a private or otherwise reserved range, whether observed or not. */
  reserved: { range: string; name: string; reference: string } | null
  document: ReportedDocument | null
  /** Geo and network facts from reference data; present in every state. */
  facts: Enrichment
  /** What reference data says beyond them; null for an address that is not public, and for the demo's. */
  network: NetworkData | null
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
  /** Of its block (/24, or /48 of IPv6) and its network; none where only the engine could count them. */
  neighbours: Neighbours[]
  /** One generated sentence of facts. */
  sentence: string
  demo: boolean
  /** Parts that could not be read now, in words; they stand empty. */
  missing: string[]
  /** Groups of fields that the caller's plan lacks; they stand empty, too. */
  lacking: readonly FieldGroup[]
}
