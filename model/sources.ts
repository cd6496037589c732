/** Reference data as it stands, for the page, the API and the command line. */
export interface SourceStanding {
  name: string
  /** One line: what it gives. */
  gives: string
  licence: string
  /** Whom to name where the licence asks for it. */
  credit: string
  home: string
  urls: string[]
  refreshHours: number
  /** Imported by the operator, bundled with the product, or neither: its facts are then empty. */
  state: 'imported' | 'bundled' | 'missing'
  rows: number
  from: string[]
  /** When it was imported, or when the bundled one was made; ISO 8601 UTC, "" for never. */
  importedAt: string
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
export interface NetworkFacts {
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
