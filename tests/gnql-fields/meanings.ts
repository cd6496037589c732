import { getDomain } from 'tldts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Session } from '#model/session.ts'
import type { Tag } from '#model/tag.ts'
import type { ReverseAnswer } from '#store/analytics/rdns/answers.ts'
import { type Actor, falselyClaimed, provedBy } from './vetted.ts'

/** A session and the tags it carries. */
export interface Seen {
  session: Session
  tags: readonly Tag[]
}

/**
 * What the registry says of each field of an address (model/ip-document), read a second time as plain code over the
 * address's sessions, what the reverse DNS answered about it, and our own list of actors; no other list is imported.
 * Nothing of the store takes part. Lists are compared as sets; keys are columns of the document.
 */
type Meaning = (seen: readonly Seen[], answer?: ReverseAnswer) => unknown

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
  (name: keyof Session['sourceFacts']) =>
  (seen: readonly Seen[]): unknown =>
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

/** What the reverse DNS said since is newer than what came with the sessions. */
const reverseName = (seen: readonly Seen[], answer?: ReverseAnswer): string =>
  answer?.name || String(fact('rdns')(seen))

const agents = (seen: readonly Seen[]): string[] =>
  sessions(seen).flatMap(({ http }) => http?.requests.map(({ userAgent }) => userAgent) ?? [])

const proved = (seen: readonly Seen[], answer?: ReverseAnswer): Actor[] =>
  provedBy(seen[0]?.session.source.ip ?? '', answer)

const isFalseClaim = (seen: readonly Seen[], answer?: ReverseAnswer): boolean =>
  falselyClaimed(agents(seen), {
    ip: seen[0]?.session.source.ip ?? '',
    proved: proved(seen, answer),
    tags: tagsOf(seen).map(({ slug }) => slug),
    answer,
  }).length > 0

/** Of each tag: how many sessions carried it, the beginning of the first and the end of the last. */
export const carried = (seen: readonly Seen[]): Record<string, unknown> =>
  Object.fromEntries(
    tagsOf(seen).map((tag) => {
      const own = sessions(seen.filter(({ tags }) => tags.includes(tag)))
      const first = iso(Math.min(...own.map(({ firstPacket }) => firstPacket)))
      const last = iso(Math.max(...own.map(({ lastPacket }) => lastPacket)))
      return [tag.slug, { sessions: own.length, first, last }]
    }),
  )

export const meanings: Readonly<Record<string, Meaning>> = {
  ip: (seen) => seen[0]?.session.source.ip,
  classification: (seen, answer) => {
    const intentions = tagsOf(seen).map(({ intention }) => intention)
    if (tagsOf(seen).some(vetted) || proved(seen, answer).length > 0) return 'benign'
    if (intentions.includes('malicious')) return 'malicious'
    return intentions.includes('suspicious') || isFalseClaim(seen, answer) ? 'suspicious' : 'unknown'
  },
  first_seen: (seen) => iso(Math.min(...sessions(seen).map(({ firstPacket }) => firstPacket))),
  last_seen: (seen) => iso(Math.max(...sessions(seen).map(({ lastPacket }) => lastPacket))),
  last_seen_malicious: lastWith(({ intention }) => intention === 'malicious'),
  last_seen_suspicious: lastWith(({ intention }) => intention === 'suspicious'),
  // Whoever is proved to be vetted acts as such whatever it does.
  last_seen_benign: (seen, answer) =>
    proved(seen, answer).length > 0 ? meanings.last_seen?.(seen) : lastWith(vetted)(seen),
  actor: (seen, answer) => {
    const [first] = proved(seen, answer)
    if (first) return first.name
    const actors = new Map(tagsOf(seen).map(({ slug, actor }) => [slug, actor ?? '']))
    const order = ranked(seen.flatMap(({ tags }) => tags.map(({ slug }) => slug)))
    return order.map((slug) => actors.get(slug) ?? '').find((actor) => actor !== '') ?? 'unknown'
  },
  tags: (seen) => set(tagsOf(seen).map(({ slug }) => slug)),
  tag_names: (seen) => set(tagsOf(seen).map(({ name }) => name)),
  cves: (seen) => set(tagsOf(seen).flatMap(({ cves }) => cves)),
  spoofable: (seen) => sessions(seen).every(({ tcp }) => !tcp?.handshake),
  bot: (seen, answer) =>
    [...tagsOf(seen), ...proved(seen, answer)].some(({ category }) => category === 'search_engine') ||
    agents(seen).some(namesItself),
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
  rdns: reverseName,
  rdns_parent: (seen, answer) => getDomain(reverseName(seen, answer)) ?? '',
  rdns_validated: (_, answer) => answer?.state === 'confirmed',
  asn: fact('asn'),
  domain: (seen, answer) => (answer?.name ? (getDomain(answer.name) ?? '') : fact('domain')(seen)),
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
