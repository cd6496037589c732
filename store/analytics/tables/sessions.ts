import { decodedViews } from '#methods/decoding/request.ts'
import type { AnyRecorded, ColumnKind, RecordedColumn } from '#model/protocols/recorded.ts'
import { allRecorded, recordedColumns } from '#model/protocols/table.ts'
import type { Session } from '#model/session.ts'

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

const engineTypes: Readonly<Record<ColumnKind, string>> = {
  text,
  word,
  texts,
  count: 'UInt32',
  numbers: 'Array(UInt16)',
}

/** What a server may read in a request, where that differs from what was sent (docs/methods/decoding.md). */
const decoded: Readonly<Record<string, SessionColumn['value']>> = {
  http_decoded_uri: (s) => decodedViews(s).uris,
  http_decoded_path: (s) => decodedViews(s).paths,
  http_decoded_header: (s) => decodedViews(s).headers,
  http_decoded_body: (s) => decodedViews(s).bodies,
}

/** A column that a protocol describes. Its value reads that protocol's part of a session. */
function recordedColumn({ name, kind, value }: RecordedColumn<never>): SessionColumn {
  const of = (value as SessionColumn['value'] | null) ?? decoded[name]
  if (!of) throw new Error(`Nothing says how sessions fill ${name}`)
  return column(name, engineTypes[kind], of)
}

const conversation = [
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

const direction = [
  column('direction', word, (s) => s.direction),
  column('vantage', word, (s) => s.vantage),
  column('answered', flag, answered),
]

/**
 * Every column of `sessions` that comes from outside, in wire order, with those that the protocols describe. `tags` is what
 * rules make of them. A column that no numbered migration made is added by its own (migrations/session-columns.ts).
 */
export const sessionColumnsOf = (protocols: readonly AnyRecorded[]): readonly SessionColumn[] => [
  ...identity,
  ...network,
  ...recordedColumns(protocols).map(recordedColumn),
  ...conversation,
  ...facts,
  ...direction,
]

export const sessionColumns = sessionColumnsOf(allRecorded)

export const tagsColumn = { name: 'tags', type: 'Array(LowCardinality(String))' } as const
