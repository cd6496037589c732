import type { Trust } from './evidence.ts'
import type { FieldGroup } from './ip-document/groups.ts'
import type { beside } from './ip-document/beside.ts'
import type { IpDocument } from './ip-record.ts'
import type { Enrichment } from './session.ts'
import type { NetworkData } from './sources.ts'
import type { Intention } from './tag.ts'
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
  /** One generated sentence of facts. */
  sentence: string
  demo: boolean
  /** Parts that could not be read now, in words; they stand empty. */
  missing: string[]
  /** Groups of fields that the caller's plan lacks; they stand empty, too. */
  lacking: readonly FieldGroup[]
}
