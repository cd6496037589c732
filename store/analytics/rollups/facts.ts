import { capOf } from '#model/ip-document/columns.ts'

/**
 * The multi-valued facts of an address and day. All of them share one map, letter + value → number of sessions that
 * showed it: maps add up in any order, so `ip_day` does not depend on how sessions were cut into inserts, and lists can
 * later be cut deterministically (most frequent, then alphabetical). Texts of sources are cut before (bounds.ts). One map instead of one a fact, because a refresh
 * reads whole rows of few addresses: measured three times cheaper.
 */
export interface Fact {
  /** Column of the document, unless a pair. */
  name: string
  /** First character of the keys. Stored: never give a letter another meaning. */
  letter: string
  shape: 'text' | 'number'
  /** Over one row of `sessions AS s`: the session's values as Array(String), doubles and empty ones allowed. */
  values: string
  /** How many the document keeps (model/ip-document). */
  cap: number
  /** The source writes these texts itself: they are of any length and number, and bounded (bounds.ts). */
  invented?: true
}

type Listed = Parameters<typeof capOf>[0]

const text = (letter: string, name: Listed, values: string): Fact => ({
  name,
  letter,
  shape: 'text',
  values,
  cap: capOf(name),
})

/** Of which the document says how many there are, or the first. */
const unlisted = (letter: string, name: string, values: string): Fact => ({
  name,
  letter,
  shape: 'text',
  values,
  cap: 0,
})

const invented = (letter: string, name: Listed, values: string): Fact => ({
  ...text(letter, name, values),
  invented: true,
})

const numbers = (letter: string, name: Listed, values: string): Fact => ({
  ...text(letter, name, values),
  shape: 'number',
})

/** Ports are padded inside keys so that alphabetical order is numerical order. */
const padded = (port: string): string => `leftPad(toString(${port}), 5, '0')`
const sourcePorts = (transport: string): string =>
  `if(s.transport = '${transport}', [${padded('s.src_port')}], [])`

export const scanFact = text('p', 'scan', `[concat(${padded('s.dst_port')}, '/', s.transport)]`)
export const ja3Fact = text(
  'j',
  'ja3',
  `arrayMap(x -> concat(lower(x), '/', ${padded('s.dst_port')}), s.tls_ja3)`,
)
export const hasshFact = text(
  'h',
  'hassh',
  `if(s.ssh_hassh = '', [], [concat(lower(s.ssh_hassh), '/', ${padded('s.dst_port')})])`,
)
export const tagFact = text('t', 'tags', `CAST(s.tags, 'Array(String)')`)
export const sensorFact = unlisted('s', 'sensors', '[toString(s.sensor)]')
/**
 * What stack opens connections so (docs/methods/os.md): the kinds and order of the SYN's options, with the initial time
 * to live that stack uses.
 */
export const osFact = unlisted(
  'o',
  'os',
  `if(s.tcp_syn = 0, [], [multiIf(
    s.tcp_options = '2-4-8-1-3' AND s.ttl <= 64, 'Linux',
    s.tcp_options IN ('2-1-3-1-1-4', '2-1-1-4', '2-1-3-1-1-8-1-1-4', '2-4-8-1-3') AND s.ttl > 64 AND s.ttl <= 128, 'Windows',
    startsWith(s.tcp_options, '2-1-3-1-1-8-4') AND s.ttl <= 64, 'macOS',
    s.tcp_options = '2-1-3-4-8' AND s.ttl <= 64, 'FreeBSD', '')])`,
)
export const agentFact = invented('U', 'http_useragent', 's.http_useragent')
export const pathFact = invented('P', 'http_path', 's.http_path')

/** Facts that become a list of the same name in the document. */
export const listFacts: readonly Fact[] = [
  text('c', 'destination_countries', '[toString(s.dst_country)]'),
  text('d', 'destination_country_codes', '[toString(s.dst_country_code)]'),
  text('e', 'destination_cities', '[toString(s.dst_city)]'),
  text('f', 'destination_asns', '[toString(s.dst_asn)]'),
  numbers('x', 'source_ports_tcp', sourcePorts('tcp')),
  numbers('y', 'source_ports_udp', sourcePorts('udp')),
  text('B', 'http_md5', 's.http_body_md5'),
  invented('K', 'http_cookie_keys', 's.http_cookie_keys'),
  pathFact,
  invented('M', 'http_method', 's.http_method'),
  agentFact,
  invented('A', 'http_request_authorization', 's.http_request_authorization'),
  invented('C', 'http_request_cookies', 's.http_request_cookies'),
  invented('H', 'http_request_header', 's.http_request_header'),
  invented('O', 'http_request_origin', 's.http_request_origin'),
  invented('R', 'http_request_referer', 's.http_request_referer'),
  invented('I', 'http_uri', 's.http_uri'),
  invented('N', 'http_host', 's.http_host'),
  text('q', 'tls_cipher', 's.tls_cipher'),
  text('4', 'tls_ja4', 'arrayMap(x -> lower(x), s.tls_ja4)'),
  invented('k', 'ssh_key', '[s.ssh_key]'),
]

export const facts: readonly Fact[] = [
  scanFact,
  ja3Fact,
  hasshFact,
  tagFact,
  sensorFact,
  osFact,
  ...listFacts,
]

/** Different values of one fact that one session may add: a thousand made-up paths must not swell the day. */
export const perSession = 200

/** Facts whose values a source makes up. */
export const inventedFacts: readonly Fact[] = facts.filter(({ invented: own }) => own)

/** What reference data said when the session came in; the latest session's word counts. Kept as a JSON array. */
export const enrichment = [
  ['country_code', 'String'],
  ['country', 'String'],
  ['region', 'String'],
  ['city', 'String'],
  ['latitude', 'Nullable(Float64)'],
  ['longitude', 'Nullable(Float64)'],
  ['asn', 'String'],
  ['organization', 'String'],
  ['category', 'String'],
  ['rdns', 'String'],
  ['domain', 'String'],
  ['carrier', 'String'],
  ['datacenter', 'String'],
  ['mobile', 'Bool'],
  ['tor', 'Bool'],
  ['vpn', 'Bool'],
  ['vpn_service', 'String'],
] as const

type Reverse = 'rdns' | 'domain'

/** What documents take from reference data as it stands now (documents/re-enrich.ts); names are no business of its. */
export const reEnrichable = enrichment.filter(
  (column): column is Exclude<(typeof enrichment)[number], readonly [Reverse, string]> =>
    column[0] !== 'rdns' && column[0] !== 'domain',
)
