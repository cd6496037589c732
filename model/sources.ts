import { withCommas } from '#model/numbers.ts'
import type { Trust } from './evidence.ts'

/** What a source speaks of: facts about addresses and fingerprints, vetted actors, sightings of others, CVEs. */
export const sourceKinds = ['facts', 'actors', 'sightings', 'cve'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** A source as it stands, for the page, the API and the command line. */
export interface SourceStatus {
  name: string
  kind: SourceKind
  /** One line: what it gives. */
  gives: string
  licence: string
  /** Whom to name where the licence asks for it. */
  credit: string
  home: string
  urls: string[]
  refreshHours: number
  /** Imported or fetched, bundled with the product, or neither: what it gives is then not known. */
  state: 'imported' | 'bundled' | 'missing'
  rows: number
  /** Addresses or names of files. */
  from: string[]
  /** When it was imported, or when the bundled one was made; ISO 8601 UTC, "" for never. */
  importedAt: string
  /** What a sighting does to a verdict; null where nothing is sighted. */
  trust: Trust | null
  /** The last attempt to fetch it, null for none since what stands was taken. `lastError` "" while it goes on; next at `again`. */
  attempt: { at: string; lastError: string; again: string } | null
}

/**
 * Whether pages lack what it gives. Sightings of others are chosen, and none of them is missed.
 */
export const isMissed = ({ state, kind }: Pick<SourceStatus, 'state' | 'kind'>): boolean =>
  state === 'missing' && kind !== 'sightings'

const hour = 3_600_000
const day = 24 * hour

/** Whether a newer one is worth having. `now` in milliseconds since 1970 UTC. */
export const isDue = ({ importedAt, refreshHours }: SourceStatus, now: number): boolean =>
  importedAt !== '' && refreshHours > 0 && now - Date.parse(importedAt) > refreshHours * hour

/** "today", "12 days old, due"; "" for what was never imported. */
export function ageOf(status: SourceStatus, now: number): string {
  if (status.importedAt === '') return ''
  const days = Math.floor((now - Date.parse(status.importedAt)) / day)
  const old = days < 1 ? 'today' : `${withCommas(days)} ${days === 1 ? 'day' : 'days'} old`
  return isDue(status, now) ? `${old}, due` : old
}

/** Whether what stands came from where the source is published; what an operator brought is left to the operator. */
export const isFetched = ({ from, urls }: Pick<SourceStatus, 'from' | 'urls'>): boolean =>
  from.length > 0 && from.every((address) => urls.includes(address))

/**
 * Whether a source is fetched without anybody naming it: never over what an operator brought, and a list of sightings only
 * after an operator has chosen it.
 */
export const isKeptFresh = (status: SourceStatus): boolean =>
  status.urls.length > 0 &&
  (isFetched(status) || (status.state !== 'imported' && status.kind !== 'sightings'))

/** How fetching goes. */
export interface UpdatesStatus {
  /** `offline`: no publisher could be reached at the last attempt. */
  state: 'off' | 'on' | 'offline'
  /** When the last round ended, ISO 8601; "" for none since the start. */
  lastAt: string
}

/** A service that businesses use, which an address belongs to ("RIOT"). */
export interface BusinessService {
  name: string
  /** cdn, public_dns, email, … */
  category: string
  description: string
  explanation: string
  /** 1: traffic can reasonably be ignored; 2: a common service, look at what it does. */
  trustLevel: 1 | 2
  reference: string
  /** When the list was imported, ISO 8601 UTC. */
  lastUpdated: string
}

/** Everything reference data says about an address, also what a session does not keep. */
export interface NetworkData {
  /** Numbers that announce it; several for a prefix with several origins. */
  asns: number[]
  /** Where the city is; may be another country than the one the range was delegated to. */
  placeCountryCode: string
  /** Cloud providers whose published ranges hold it. */
  clouds: string[]
  /** In a list of datacenters. */
  hosted: boolean
  vpnServices: string[]
  tor: { relay: boolean; guard: boolean; exit: boolean }
  services: BusinessService[]
  /** The list calls it no public address. */
  bogon: boolean
}

/** Every source, and how fetching them goes. */
export interface SourcesReport {
  sources: SourceStatus[]
  updates: UpdatesStatus
}
