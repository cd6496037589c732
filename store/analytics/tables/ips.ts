import { listFacts } from '../rollups/facts.ts'

const seconds = "DateTime('UTC')"
const text = 'String'
const word = 'LowCardinality(String)'

/** The document table as migrations 001 and 004 made it: frozen, later columns stand below. */
export const firstIpColumns: readonly (readonly [name: string, type: string])[] = [
  ['ip', 'IPv6'],
  ['origins', `Array(${word})`],
  // Oldest day of `ip_day` behind this document: when it leaves the window the document must be made anew.
  ['oldest_day', 'Date'],
  ['first_seen', seconds],
  ['last_seen', seconds],
  ['last_seen_malicious', seconds],
  ['last_seen_suspicious', seconds],
  ['last_seen_benign', seconds],
  ['classification', word],
  ['actor', word],
  ['spoofable', 'Bool'],
  ['bot', 'Bool'],
  ['vpn', 'Bool'],
  ['vpn_service', word],
  ['tor', 'Bool'],
  ['tags', `Array(${word})`],
  ['tag_names', `Array(${word})`],
  ['tag_first', `Array(${seconds})`],
  ['tag_last', `Array(${seconds})`],
  ['tag_sessions', 'Array(UInt64)'],
  ['cves', `Array(${word})`],
  ['single_destination', 'Bool'],
  ['category', word],
  ['country', word],
  ['country_code', word],
  ['city', word],
  ['region', word],
  ['organization', text],
  ['asn', word],
  ['domain', text],
  ['rdns', text],
  ['rdns_parent', text],
  ['rdns_validated', 'Bool'],
  ['os', word],
  ['carrier', word],
  ['datacenter', word],
  ['mobile', 'Bool'],
  ['latitude', 'Nullable(Float64)'],
  ['longitude', 'Nullable(Float64)'],
  ['sensor_hits', 'UInt64'],
  ['sensor_count', 'UInt32'],
  ['scan_port', 'Array(UInt16)'],
  ['scan_protocol', `Array(${word})`],
  ['ja3_fingerprint', 'Array(String)'],
  ['ja3_port', 'Array(UInt16)'],
  ['hassh_fingerprint', 'Array(String)'],
  ['hassh_port', 'Array(UInt16)'],
  ...listFacts.map(
    ({ name, shape }) => [name, shape === 'number' ? 'Array(UInt16)' : 'Array(String)'] as const,
  ),
  ['source_bytes', 'UInt64'],
  ['truncated', `Array(${word})`],
]

/** Added by migration 007. */
export const evidenceColumns = [
  // Named sources that reported the address (store/analytics/evidence), whatever they are trusted for.
  ['sources', `Array(${word})`],
  // What besides tags speaks for or against the address, as "kind:name" (model/evidence.ts).
  ['evidence', 'Array(String)'],
] as const

/**
 * The document table, one row an address. Names are those of model/ip-record.ts, except that pairs are two parallel
 * columns ("scan.port" is scan_port). Times are whole seconds, 0 means never.
 */
export const ipColumns: readonly (readonly [name: string, type: string])[] = [
  ...firstIpColumns,
  ...evidenceColumns,
]
