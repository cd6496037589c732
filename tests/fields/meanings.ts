import { getDomain } from 'tldts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Session } from '#model/session.ts'
import type { Tag } from '#model/tag.ts'

/** A session and the tags whose rules it meets. */
export interface Seen {
  session: Session
  tags: readonly Tag[]
}

/**
 * What the registry says of each field of an address (gnql/registry/ip-*.ts), read a second time as plain code over the
 * address's sessions. Nothing of the store takes part. Lists are compared as sets; keys are columns of the document.
 */
type Meaning = (seen: readonly Seen[]) => unknown

const iso = (ms: number): string => `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`
const set = (values: readonly string[]): string[] =>
  [...new Set(values)].filter((value) => value !== '').sort()
const sessions = (seen: readonly Seen[]): Session[] => seen.map(({ session }) => session)
const tagsOf = (seen: readonly Seen[]): Tag[] => [...new Set(seen.flatMap(({ tags }) => tags))]
const vetted = ({ category, intention }: Tag): boolean =>
  intention === 'benign' && (category === 'actor' || category === 'search_engine')

/** Most sessions first, then by the alphabet. */
const ranked = (values: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value)
}

const lastWith =
  (means: (tag: Tag) => boolean): Meaning =>
  (seen) => {
    const did = seen.filter(({ tags }) => tags.some(means))
    return did.length === 0 ? '' : iso(Math.max(...did.map(({ session }) => session.lastPacket)))
  }

/** Of the latest session: what reference data said then. */
const fact =
  (name: keyof Session['sourceFacts']): Meaning =>
  (seen) =>
    sessions(seen).reduce((a, b) =>
      b.firstPacket > a.firstPacket || (b.firstPacket === a.firstPacket && b.id > a.id) ? b : a,
    ).sourceFacts[name]

const where =
  (name: 'country' | 'countryCode' | 'city' | 'asn'): Meaning =>
  (seen) =>
    set(sessions(seen).map(({ destinationFacts }) => destinationFacts[name]))

type Request = NonNullable<Session['http']>['requests'][number]
const requests =
  (pick: (request: Request) => string | readonly string[]): Meaning =>
  (seen) =>
    set(sessions(seen).flatMap(({ http }) => http?.requests.flatMap(pick) ?? []))

const texts =
  (pick: (session: Session) => readonly string[]): Meaning =>
  (seen) =>
    set(sessions(seen).flatMap(pick))

const stack = ({ tcp, ttl }: Session): string => {
  if (!tcp || tcp.flags.syn === 0) return ''
  const { options } = tcp
  if (options === '2-4-8-1-3') return ttl <= 64 ? 'Linux' : ttl <= 128 ? 'Windows' : ''
  if (['2-1-3-1-1-4', '2-1-1-4', '2-1-3-1-1-8-1-1-4'].includes(options))
    return ttl > 64 && ttl <= 128 ? 'Windows' : ''
  if (ttl > 64) return ''
  return options.startsWith('2-1-3-1-1-8-4') ? 'macOS' : options === '2-1-3-4-8' ? 'FreeBSD' : ''
}

const sourcePorts =
  (transport: string): Meaning =>
  (seen) =>
    set(sessions(seen).flatMap((s) => (s.transport === transport ? String(s.source.port) : [])))

/** A user agent that names itself a bot, crawler or spider; telephones of the maker Cubot do not. */
const namesItself = (agent: string): boolean =>
  /(bot|crawler|spider)\b/i.test(agent.replaceAll(/cubot\b/gi, ''))

export const meanings: Readonly<Record<string, Meaning>> = {
  ip: (seen) => seen[0]?.session.source.ip,
  classification: (seen) => {
    const tags = tagsOf(seen)
    if (tags.some(vetted)) return 'benign'
    const worst = (['malicious', 'suspicious'] as const).find((one) =>
      tags.some(({ intention }) => intention === one),
    )
    return worst ?? 'unknown'
  },
  first_seen: (seen) => iso(Math.min(...sessions(seen).map(({ firstPacket }) => firstPacket))),
  last_seen: (seen) => iso(Math.max(...sessions(seen).map(({ lastPacket }) => lastPacket))),
  last_seen_malicious: lastWith(({ intention }) => intention === 'malicious'),
  last_seen_suspicious: lastWith(({ intention }) => intention === 'suspicious'),
  last_seen_benign: lastWith(vetted),
  actor: (seen) => {
    const actors = new Map(tagsOf(seen).map(({ slug, actor }) => [slug, actor ?? '']))
    const order = ranked(seen.flatMap(({ tags }) => tags.map(({ slug }) => slug)))
    return order.map((slug) => actors.get(slug) ?? '').find((actor) => actor !== '') ?? 'unknown'
  },
  tags: (seen) => set(tagsOf(seen).map(({ slug }) => slug)),
  tag_names: (seen) => set(tagsOf(seen).map(({ name }) => name)),
  cves: (seen) => set(tagsOf(seen).flatMap(({ cves }) => cves)),
  spoofable: (seen) => sessions(seen).every(({ tcp }) => !tcp?.handshake),
  bot: (seen) =>
    tagsOf(seen).some(({ category }) => category === 'search_engine') ||
    sessions(seen).some(({ http }) => http?.requests.some(({ userAgent }) => namesItself(userAgent))),
  vpn: fact('vpn'),
  vpn_service: fact('vpnService'),
  tor: fact('tor'),
  category: fact('category'),
  single_destination: (seen) => (where('countryCode')(seen) as string[]).length === 1,
  country: fact('country'),
  country_code: fact('countryCode'),
  destination_countries: where('country'),
  destination_country_codes: where('countryCode'),
  destination_cities: where('city'),
  destination_asns: where('asn'),
  sensor_hits: (seen) => seen.length,
  sensor_count: (seen) => new Set(sessions(seen).map(({ sensor }) => sensor)).size,
  city: fact('city'),
  region: fact('region'),
  organization: fact('organization'),
  rdns: fact('rdns'),
  rdns_parent: (seen) => getDomain(String(fact('rdns')(seen))) ?? '',
  rdns_validated: () => false,
  asn: fact('asn'),
  domain: fact('domain'),
  os: (seen) => ranked(sessions(seen).map(stack).filter(Boolean))[0] ?? '',
  mobile: fact('mobile'),
  carrier: fact('carrier'),
  datacenter: fact('datacenter'),
  latitude: fact('latitude'),
  longitude: fact('longitude'),
  // Lists of others that name it: none is imported here, and none of it comes from sessions.
  sources: () => [],
  'scan.port': texts(({ destination }) => [String(destination.port)]),
  'scan.protocol': texts(({ transport }) => [transport]),
  'ja3.fingerprint': texts(({ tls }) => tls?.ja3.map((value) => value.toLowerCase()) ?? []),
  'ja3.port': texts(({ tls, destination }) => (tls?.ja3.length ? [String(destination.port)] : [])),
  'hassh.fingerprint': texts(({ ssh }) => [ssh?.hassh.toLowerCase() ?? '']),
  'hassh.port': texts(({ ssh, destination }) => (ssh?.hassh ? [String(destination.port)] : [])),
  source_ports_tcp: sourcePorts('tcp'),
  source_ports_udp: sourcePorts('udp'),
  source_bytes: (seen) => sessions(seen).reduce((sum, { source }) => sum + source.bytes, 0),
  http_md5: requests(({ bodyMd5 }) => bodyMd5),
  http_cookie_keys: requests(({ cookieKeys }) => cookieKeys),
  http_path: requests(({ path }) => path),
  http_method: requests(({ method }) => method),
  http_useragent: requests(({ userAgent }) => userAgent),
  http_request_authorization: requests(({ authorization }) => authorization),
  http_request_cookies: requests(({ cookies }) => cookies),
  http_request_header: requests(({ headerNames }) => headerNames.map((name) => name.toLowerCase())),
  http_request_origin: requests(({ origin }) => origin),
  http_request_referer: requests(({ referer }) => referer),
  http_uri: requests(({ uri }) => uri),
  http_host: requests(({ host }) => host),
  tls_cipher: texts(({ tls }) => tls?.ciphers ?? []),
  tls_ja4: texts(({ tls }) => tls?.ja4.map((value) => value.toLowerCase()) ?? []),
  ssh_key: texts(({ ssh }) => [ssh?.hostKey ?? '']),
}

/** What the document holds under a column, lists as sorted sets; undefined when the list was cut. */
export function held(document: IpDocument, column: string): unknown {
  const [list = '', member] = column.split('.')
  if (document.truncated.includes(member ? list : column)) return undefined
  const value = (document as unknown as Record<string, unknown>)[list]
  if (!Array.isArray(value)) return value
  const texts = member
    ? value.map((pair) => String((pair as Record<string, unknown>)[member]))
    : value.map(String)
  return set(texts)
}
