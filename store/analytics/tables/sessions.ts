import { decodedViews } from '#methods/decoding/request.ts'
import type { HttpRequest, Session } from '#model/session.ts'

/** One column of `sessions`: its engine type and how a Session fills it. */
export interface SessionColumn {
  name: string
  type: string
  value: (session: Session) => unknown
}

const text = 'String'
/** Few distinct values: stored as numbers into a dictionary. */
const word = 'LowCardinality(String)'
const texts = 'Array(String)'
const instant = "DateTime64(3, 'UTC')"
const flag = 'Bool'
const degrees = 'Nullable(Float64)'

const column = (name: string, type: string, value: SessionColumn['value']): SessionColumn => ({
  name,
  type,
  value,
})

/** Each byte as the code point of the same number (Latin-1), so that no byte is lost and every value is valid text. */
const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

const identity = [
  column('id', text, (s) => s.id),
  column('origin', word, (s) => s.origin),
  column('workspace', word, (s) => s.workspace),
  column('published', flag, (s) => s.published),
  column('sensor', word, (s) => s.sensor),
  column('capture', word, (s) => s.capture),
  column('first_packet', instant, (s) => s.firstPacket),
  column('last_packet', instant, (s) => s.lastPacket),
  column('ip_protocol', 'UInt8', (s) => s.ipProtocol),
  column('transport', word, (s) => s.transport),
  column('protocols', 'Array(LowCardinality(String))', (s) => s.protocols),
  column('vlans', 'Array(UInt16)', (s) => s.vlans),
  column('src_ip', 'IPv6', (s) => s.source.ip),
  column('src_port', 'UInt16', (s) => s.source.port),
  column('src_bytes', 'UInt64', (s) => s.source.bytes),
  column('src_packets', 'UInt64', (s) => s.source.packets),
  column('dst_ip', 'IPv6', (s) => s.destination.ip),
  column('dst_port', 'UInt16', (s) => s.destination.port),
  column('dst_bytes', 'UInt64', (s) => s.destination.bytes),
  column('dst_packets', 'UInt64', (s) => s.destination.packets),
]

const network = [
  column('ttl', 'UInt8', (s) => s.ttl),
  column('ip_id', 'UInt32', (s) => s.ipId),
  column('icmp_type', 'Nullable(UInt8)', (s) => s.icmp?.type ?? null),
  column('icmp_code', 'Nullable(UInt8)', (s) => s.icmp?.code ?? null),
  column('tcp_syn', 'UInt32', (s) => s.tcp?.flags.syn ?? 0),
  column('tcp_syn_ack', 'UInt32', (s) => s.tcp?.flags.synAck ?? 0),
  column('tcp_ack', 'UInt32', (s) => s.tcp?.flags.ack ?? 0),
  column('tcp_psh', 'UInt32', (s) => s.tcp?.flags.psh ?? 0),
  column('tcp_rst', 'UInt32', (s) => s.tcp?.flags.rst ?? 0),
  column('tcp_fin', 'UInt32', (s) => s.tcp?.flags.fin ?? 0),
  column('tcp_urg', 'UInt32', (s) => s.tcp?.flags.urg ?? 0),
  column('handshake', flag, (s) => s.tcp?.handshake ?? false),
  column('init_rtt', 'Nullable(Float64)', (s) => s.tcp?.initRtt ?? null),
  column('tcp_sequence', 'UInt32', (s) => s.tcp?.sequence ?? 0),
  column('tcp_window', 'UInt32', (s) => s.tcp?.window ?? 0),
  column('tcp_options', word, (s) => s.tcp?.options ?? ''),
  column('sequence_is_destination', flag, (s) => s.tcp?.sequenceIsDestination ?? false),
  column('masscan_id', flag, (s) => s.tcp?.masscanId ?? false),
]

/** A fact of every request, in order, empty values left out. */
const ofRequests =
  (pick: (request: HttpRequest) => string, of: 'http' | 'destinationHttp' = 'http') =>
  (session: Session): string[] =>
    session[of]?.requests.map(pick).filter((value) => value !== '') ?? []

const http = [
  column('http_count', 'UInt32', (s) => s.http?.requestCount ?? 0),
  column(
    'http_method',
    texts,
    ofRequests((r) => r.method),
  ),
  column(
    'http_uri',
    texts,
    ofRequests((r) => r.uri),
  ),
  column(
    'http_path',
    texts,
    ofRequests((r) => r.path),
  ),
  column(
    'http_version',
    texts,
    ofRequests((r) => r.version),
  ),
  column(
    'http_host',
    texts,
    ofRequests((r) => r.host),
  ),
  column(
    'http_useragent',
    texts,
    ofRequests((r) => r.userAgent),
  ),
  column('http_request_header', texts, (s) => [
    ...new Set(s.http?.requests.flatMap((r) => r.headerNames.map((name) => name.toLowerCase()))),
  ]),
  column('http_cookie_keys', texts, (s) => [...new Set(s.http?.requests.flatMap((r) => r.cookieKeys))]),
  column(
    'http_request_authorization',
    texts,
    ofRequests((r) => r.authorization),
  ),
  column(
    'http_request_cookies',
    texts,
    ofRequests((r) => r.cookies),
  ),
  column(
    'http_request_origin',
    texts,
    ofRequests((r) => r.origin),
  ),
  column(
    'http_request_referer',
    texts,
    ofRequests((r) => r.referer),
  ),
  column(
    'http_content_type',
    texts,
    ofRequests((r) => r.contentType),
  ),
  column(
    'http_body_md5',
    texts,
    ofRequests((r) => r.bodyMd5),
  ),
  column(
    'http_body_start',
    texts,
    ofRequests((r) => r.bodyStart),
  ),
  column('http_status_code', 'Array(UInt16)', (s) => s.http?.statusCodes ?? []),
  column('http_server', text, (s) => s.http?.serverHeader ?? ''),
]

const application = [
  column('tls_version', texts, (s) => s.tls?.versions ?? []),
  column('tls_ja3', texts, (s) => s.tls?.ja3 ?? []),
  column('tls_ja4', texts, (s) => s.tls?.ja4 ?? []),
  column('tls_server_name', texts, (s) => s.tls?.serverNames ?? []),
  column('tls_alpn', texts, (s) => s.tls?.alpn ?? []),
  column('tls_cipher', texts, (s) => s.tls?.ciphers ?? []),
  column('ssh_client_version', text, (s) => s.ssh?.clientVersion ?? ''),
  column('ssh_server_version', text, (s) => s.ssh?.serverVersion ?? ''),
  column('ssh_hassh', word, (s) => s.ssh?.hassh ?? ''),
  column('ssh_hassh_server', word, (s) => s.ssh?.hasshServer ?? ''),
  column('ssh_client_kex', text, (s) => s.ssh?.clientKex ?? ''),
  column('ssh_key', text, (s) => s.ssh?.hostKey ?? ''),
  column('telnet_lines', texts, (s) => s.telnet?.lines ?? []),
  column('src_payload', text, (s) => latin1(s.sourcePayload)),
  column('dst_payload', text, (s) => latin1(s.destinationPayload)),
  column('community_id', text, (s) => s.communityId),
]

const facts = [
  column('src_country_code', word, (s) => s.sourceFacts.countryCode),
  column('src_country', word, (s) => s.sourceFacts.country),
  column('src_region', word, (s) => s.sourceFacts.region),
  column('src_city', word, (s) => s.sourceFacts.city),
  column('src_latitude', degrees, (s) => s.sourceFacts.latitude),
  column('src_longitude', degrees, (s) => s.sourceFacts.longitude),
  column('src_asn', word, (s) => s.sourceFacts.asn),
  column('src_organization', word, (s) => s.sourceFacts.organization),
  column('src_category', word, (s) => s.sourceFacts.category),
  column('src_rdns', text, (s) => s.sourceFacts.rdns),
  column('src_domain', text, (s) => s.sourceFacts.domain),
  column('src_carrier', word, (s) => s.sourceFacts.carrier),
  column('src_datacenter', word, (s) => s.sourceFacts.datacenter),
  column('src_mobile', flag, (s) => s.sourceFacts.mobile),
  column('src_tor', flag, (s) => s.sourceFacts.tor),
  column('src_vpn', flag, (s) => s.sourceFacts.vpn),
  column('src_vpn_service', word, (s) => s.sourceFacts.vpnService),
  column('dst_country_code', word, (s) => s.destinationFacts.countryCode),
  column('dst_country', word, (s) => s.destinationFacts.country),
  column('dst_region', word, (s) => s.destinationFacts.region),
  column('dst_city', word, (s) => s.destinationFacts.city),
  column('dst_asn', word, (s) => s.destinationFacts.asn),
  column('dst_organization', word, (s) => s.destinationFacts.organization),
]

/**
 * The destination's end answered: accepted the connection, or sent anything but resets. Where nothing it sent was captured,
 * a source that opened a connection and went on in it was answered.
 */
const answered = ({ tcp, source, destination, destinationPayload }: Session): boolean => {
  if (!tcp) return destination.packets > 0
  const { syn, synAck, rst } = tcp.flags
  if (synAck > 0 || destinationPayload.length > 0 || destination.packets > rst) return true
  return destination.packets === 0 && syn > 0 && source.packets > syn + rst
}

/** Who asked, where, and what the destination asked (migration 010); of the source's part nothing stands here. */
export const directionColumns: readonly SessionColumn[] = [
  column('direction', word, (s) => s.direction),
  column('vantage', word, (s) => s.vantage),
  column('answered', flag, answered),
  column('dst_http_count', 'UInt32', (s) => s.destinationHttp?.requestCount ?? 0),
  column(
    'dst_http_method',
    texts,
    ofRequests((r) => r.method, 'destinationHttp'),
  ),
  column(
    'dst_http_uri',
    texts,
    ofRequests((r) => r.uri, 'destinationHttp'),
  ),
  column(
    'dst_http_useragent',
    texts,
    ofRequests((r) => r.userAgent, 'destinationHttp'),
  ),
  column('dst_tls_ja3', texts, (s) => s.destinationTls?.ja3 ?? []),
  column('dst_tls_ja4', texts, (s) => s.destinationTls?.ja4 ?? []),
  column('dst_tls_server_name', texts, (s) => s.destinationTls?.serverNames ?? []),
  column('dst_telnet_lines', texts, (s) => s.destinationTelnet?.lines ?? []),
]

/** The table as migration 001 made it: frozen, later columns stand below. */
export const firstSessionColumns: readonly SessionColumn[] = [
  ...identity,
  ...network,
  ...http,
  ...application,
  ...facts,
]

/** Since migration 011: what a server may read in a request, where that differs from what was sent (docs/methods/decoding.md). */
export const decodedColumns: readonly SessionColumn[] = [
  column('http_decoded_uri', texts, (s) => decodedViews(s).uris),
  column('http_decoded_path', texts, (s) => decodedViews(s).paths),
  column('http_decoded_header', texts, (s) => decodedViews(s).headers),
  column('http_decoded_body', texts, (s) => decodedViews(s).bodies),
]

/** Every column of `sessions` that comes from outside, in wire order. `tags` is computed by the engine. */
export const sessionColumns: readonly SessionColumn[] = [
  ...firstSessionColumns,
  ...directionColumns,
  ...decodedColumns,
]

export const tagsColumn = { name: 'tags', type: 'Array(LowCardinality(String))' } as const
