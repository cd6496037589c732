import type { Classification } from './tag.ts'

/**
 * The IP document: one address rolled up over at most 90 days of published sessions, flat, with the column names
 * of the `ips` table (store/analytics). GNQL's IP registry names these columns; presenters shape them for the wire.
 * Lists are ordered by volume, then alphabetically, and cut; texts that sources write are cut, too (cut-value.ts).
 * `truncated` names the columns whose list or values were.
 * Days are "YYYY-MM-DD", instants ISO 8601 UTC with seconds; "" means never.
 */
export interface IpDocument {
  ip: string
  /** The origins whose sessions stand behind this document. */
  origins: string[]
  first_seen: string
  last_seen: string
  last_seen_malicious: string
  last_seen_suspicious: string
  last_seen_benign: string
  classification: Classification
  /** Display name of the vetted actor, "unknown" when none. */
  actor: string
  /** True when no TCP handshake of this address was ever completed. */
  spoofable: boolean
  bot: boolean
  vpn: boolean
  vpn_service: string
  tor: boolean
  /** Slugs, parallel to tag_names, tag_first and tag_last (ISO instants), tag_sessions. */
  tags: string[]
  tag_names: string[]
  tag_first: string[]
  tag_last: string[]
  tag_sessions: number[]
  cves: string[]
  single_destination: boolean
  category: string
  country: string
  country_code: string
  city: string
  region: string
  organization: string
  asn: string
  domain: string
  rdns: string
  rdns_parent: string
  rdns_validated: boolean
  os: string
  carrier: string
  datacenter: string
  mobile: boolean
  latitude: number | null
  longitude: number | null
  destination_countries: string[]
  destination_country_codes: string[]
  destination_cities: string[]
  destination_asns: string[]
  /** Sessions in the window. */
  sensor_hits: number
  /** Distinct sensors in the window. */
  sensor_count: number
  /** Pairs stay pairs. Protocol is lower-case; port 0 for portless transports. */
  scan: { port: number; protocol: string }[]
  ja3: { fingerprint: string; port: number }[]
  hassh: { fingerprint: string; port: number }[]
  source_ports_tcp: number[]
  source_ports_udp: number[]
  http_md5: string[]
  http_cookie_keys: string[]
  http_path: string[]
  http_method: string[]
  http_useragent: string[]
  http_request_authorization: string[]
  http_request_cookies: string[]
  http_request_header: string[]
  http_request_origin: string[]
  http_request_referer: string[]
  http_uri: string[]
  http_host: string[]
  tls_cipher: string[]
  tls_ja4: string[]
  ssh_key: string[]
  source_bytes: number
  truncated: string[]
  /** Names of the sources that reported the address, alphabetically; not our own sightings. */
  sources: string[]
  /** What besides tags speaks for or against the address, as "kind:name" (model/evidence.ts). */
  evidence: string[]
}

/** Tags whose definitions an answer brings; of more, `truncated` names `tags`. The document itself keeps 500. */
export const shownTags = 128
