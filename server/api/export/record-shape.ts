import { isLeaf, type Leaf, type Shape } from '#store/analytics/exports/shape.ts'
import { noBusinessService } from '../present/business-service.ts'
import { presentTag, type TagBySlug } from '../present/ip-record.ts'
import type { Selection } from '../present/select.ts'
import type { WordedTag } from '../present/words.ts'

const of = <
  K extends 'day' | 'stamp' | 'text' | 'flag' | 'number' | 'coordinate' | 'words' | 'texts' | 'numbers',
>(
  kind: K,
  column: string,
): Leaf => ({ kind, column }) as Leaf
const constant = (value: unknown): Leaf => ({ kind: 'constant', value })
/** Lists nothing records yet. */
const none = constant([])

const fingerprints = (name: string): Leaf => ({
  kind: 'pairs',
  columns: [`${name}_fingerprint`, `${name}_port`],
  names: ['fingerprint', 'port'],
  text: 0,
})

const metadata: Shape = {
  asn: of('text', 'asn'),
  source_country: of('text', 'country'),
  source_country_code: of('text', 'country_code'),
  source_city: of('text', 'city'),
  region: of('text', 'region'),
  organization: of('text', 'organization'),
  category: of('text', 'category'),
  rdns: of('text', 'rdns'),
  rdns_parent: of('text', 'rdns_parent'),
  rdns_validated: of('flag', 'rdns_validated'),
  domain: of('text', 'domain'),
  os: of('text', 'os'),
  carrier: of('text', 'carrier'),
  datacenter: of('text', 'datacenter'),
  mobile: of('flag', 'mobile'),
  single_destination: of('flag', 'single_destination'),
  sensor_count: of('number', 'sensor_count'),
  sensor_hits: of('number', 'sensor_hits'),
  destination_countries: of('words', 'destination_countries'),
  destination_country_codes: of('words', 'destination_country_codes'),
  destination_asns: of('words', 'destination_asns'),
  destination_cities: of('words', 'destination_cities'),
  latitude: of('coordinate', 'latitude'),
  longitude: of('coordinate', 'longitude'),
}

const rawData: Shape = {
  scan: { kind: 'pairs', columns: ['scan_port', 'scan_protocol'], names: ['port', 'protocol'], text: 1 },
  ja3: fingerprints('ja3'),
  hassh: fingerprints('hassh'),
  http: {
    md5: of('words', 'http_md5'),
    cookie_keys: of('texts', 'http_cookie_keys'),
    request_authorization: of('texts', 'http_request_authorization'),
    request_cookies: of('texts', 'http_request_cookies'),
    request_header: of('texts', 'http_request_header'),
    request_referer: of('texts', 'http_request_referer'),
    method: of('texts', 'http_method'),
    path: of('texts', 'http_path'),
    request_origin: of('texts', 'http_request_origin'),
    useragent: of('texts', 'http_useragent'),
    host: of('texts', 'http_host'),
    uri: of('texts', 'http_uri'),
    ja4h: none,
  },
  tls: { cipher: of('texts', 'tls_cipher'), ja4: of('texts', 'tls_ja4') },
  ssh: { key: of('texts', 'ssh_key'), ja4ssh: none },
  tcp: { ja4t: none },
  source: {
    bytes: of('number', 'source_bytes'),
    ports: { tcp: of('numbers', 'source_ports_tcp'), udp: of('numbers', 'source_ports_udp') },
  },
  truncated: of('words', 'truncated'),
}

const lastSeen = 'updated_at'

/** Of a tag's definition these members (all without them), and whether the moment is one. */
function tagsLeaf(tags: TagBySlug, members?: ReadonlySet<string>): Leaf {
  const textOf = (tag: WordedTag): string => {
    const { [lastSeen]: _, ...definition } = presentTag(tag, '')
    const shown = Object.entries(definition).filter(([name]) => members?.has(name) ?? true)
    return JSON.stringify(Object.fromEntries(shown))
  }
  const known = [...tags.values()].map((tag) => ({ slug: tag.slug, name: tag.name, json: textOf(tag) }))
  return { kind: 'tags', known, lastSeen: (members?.has(lastSeen) ?? true) ? lastSeen : null }
}

const whole = (tags: TagBySlug): Shape => ({
  ip: { kind: 'address' },
  business_service_intelligence: constant(noBusinessService),
  internet_scanner_intelligence: {
    ip: { kind: 'address' },
    found: constant(true),
    seen: constant(true),
    first_seen: of('day', 'first_seen'),
    last_seen: of('day', 'last_seen'),
    last_seen_timestamp: of('stamp', 'last_seen'),
    last_seen_malicious: of('day', 'last_seen_malicious'),
    last_seen_suspicious: of('day', 'last_seen_suspicious'),
    last_seen_benign: of('day', 'last_seen_benign'),
    classification: of('text', 'classification'),
    actor: of('text', 'actor'),
    spoofable: of('flag', 'spoofable'),
    bot: of('flag', 'bot'),
    vpn: of('flag', 'vpn'),
    vpn_service: of('text', 'vpn_service'),
    tor: of('flag', 'tor'),
    cves: of('words', 'cves'),
    tags: tagsLeaf(tags),
    callback_ips: none,
    metadata,
    raw_data: rawData,
  },
})

/**
 * The record of presentIpRecord (present/ip-record.ts) as data, for the engine to write: the two must give the same, which
 * record-shape.test.ts holds them to. What of it is shown is found by showing a record that has one of everything.
 */
export function recordShape(tags: TagBySlug, shown: Selection = (record) => record): Shape {
  const full = whole(tags)
  return kept(full, shown(probeOf(full)) as Record<string, unknown>, tags)
}

const probeTag = presentTag(
  {
    id: '',
    slug: '',
    name: '',
    description: '',
    category: 'activity',
    intention: 'unknown',
    references: [],
    cves: [],
    recommendBlock: false,
    createdAt: '',
  } as unknown as WordedTag,
  '',
)

function probeOf(shape: Shape): Record<string, unknown> {
  const valueOf = (node: Shape | Leaf): unknown => {
    if (!isLeaf(node)) return probeOf(node)
    if (node.kind === 'constant') return node.value
    if (node.kind === 'tags') return [probeTag]
    return node.kind === 'pairs' ? [Object.fromEntries(node.names.map((name) => [name, '']))] : ''
  }
  return Object.fromEntries(Object.entries(shape).map(([name, node]) => [name, valueOf(node)]))
}

/** What of a shape is in a probe that something was taken out of. */
function kept(shape: Shape, probe: Record<string, unknown>, tags: TagBySlug): Shape {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, node]): [string, Shape | Leaf][] => {
      if (!Object.hasOwn(probe, name)) return []
      const value = probe[name]
      if (!isLeaf(node)) return [[name, kept(node, value as Record<string, unknown>, tags)]]
      if (node.kind === 'constant') return [[name, constant(value)]]
      const members = new Set(Object.keys((value as object[])[0] ?? {}))
      if (node.kind === 'tags') return [[name, tagsLeaf(tags, members)]]
      if (node.kind !== 'pairs') return [[name, node]]
      const [first, second] = node.names.map((one) => (one !== null && members.has(one) ? one : null))
      return [[name, { ...node, names: [first ?? null, second ?? null] }]]
    }),
  )
}
