import type { Column } from '../predicate.ts'
import { field, type Field } from './field.ts'
import { fieldOf, index, type Registry } from './registry.ts'

type Rest = Parameters<typeof field>[6]

/** A session field under its Arkime-style name; the column's own name is an alias. */
const session = (
  name: string,
  column: string,
  shape: Column['shape'],
  title: string,
  value: string,
  { aliases = [], ...rest }: Rest & { about?: string } = {},
): Field => {
  const { about = `${title}.`, ...options } = rest
  const own = column === name || aliases.includes(column) ? [] : [column]
  return field(name, column, shape, title, about, value, { aliases: [...own, ...aliases], ...options })
}

const general: readonly Field[] = [
  session('id', 'id', 'text', 'Session id', '*', { aliases: ['_id'] }),
  session('origin', 'origin', 'text', 'Origin', 'live', {
    options: { kind: 'listed', values: ['live', 'demo'] },
  }),
  session('workspace', 'workspace', 'text', 'Workspace', '*'),
  session('published', 'published', 'boolean', 'Published', 'true', { about: 'Feeds the global records.' }),
  session('sensor', 'sensor', 'text', 'Sensor', '*', { phrase: true }),
  session('capture', 'capture', 'text', 'Capture', '*'),
  session('vantage', 'vantage', 'text', 'Vantage', 'sensor', {
    about: 'What it was taken at: a sensor nobody has business with, or a network in use.',
    options: { kind: 'listed', values: ['sensor', 'network'] },
  }),
  session('direction', 'direction', 'text', 'Direction', 'request', {
    about: 'Whether the source asked, or only answered what nobody saw (backscatter).',
    options: { kind: 'listed', values: ['request', 'backscatter', 'unknown'] },
  }),
  session('answered', 'answered', 'boolean', 'Answered', 'false', {
    about: 'The destination accepted the connection or sent something back.',
  }),
  session('firstPacket', 'first_packet', 'time', 'First packet', '1d'),
  session('lastPacket', 'last_packet', 'time', 'Last packet', '1d'),
  session('ipProtocol', 'ip_protocol', 'number', 'IP protocol', '6', { about: 'IANA protocol number.' }),
  session('transport', 'transport', 'text', 'Transport', 'tcp'),
  session('protocols', 'protocols', 'text-list', 'Protocols', 'http', { aliases: ['protocol'] }),
  session('vlan', 'vlans', 'number-list', 'VLAN', '100'),
  session('ttl', 'ttl', 'number', 'Time to live', '<64', { aliases: ['source.ttl'] }),
  session('ip.id', 'ip_id', 'number', 'IP identification', '54321'),
  session('ip.masscanId', 'masscan_id', 'boolean', 'masscan identification', 'true', {
    about: 'The IP identification is the one masscan computes.',
  }),
  session('icmp.type', 'icmp_type', 'number', 'ICMP type', '8'),
  session('icmp.code', 'icmp_code', 'number', 'ICMP code', '0'),
  session('communityId', 'community_id', 'text', 'Community ID', '*'),
  session('payload.source', 'src_payload', 'text', 'Payload of the source', '*login*', {
    about: 'First bytes the source sent, each byte as its Latin-1 character.',
  }),
  session('payload.destination', 'dst_payload', 'text', 'Payload of the destination', '*SSH*', {
    aliases: ['destination.payload'],
    about: 'First bytes of the answer, each byte as its Latin-1 character.',
  }),
  session('tags', 'tags', 'text-list', 'Tags', 'mirai', {
    aliases: ['tag'],
    options: { kind: 'tags' },
    about: 'Slugs of the tags.',
  }),
]

const tcp: readonly Field[] = [
  ...['syn', 'syn-ack', 'ack', 'psh', 'rst', 'fin', 'urg'].map((flag) =>
    session(
      `tcpflags.${flag}`,
      `tcp_${flag.replace('-', '_')}`,
      'number',
      `TCP ${flag.toUpperCase()}`,
      '>0',
      {
        aliases: flag === 'syn-ack' ? ['tcpflags.synAck'] : [],
        about: `Segments with ${flag.toUpperCase()}.`,
      },
    ),
  ),
  session('tcp.handshake', 'handshake', 'boolean', 'Handshake', 'true', {
    about: 'SYN, SYN-ACK and ACK were all seen.',
  }),
  session('initRTT', 'init_rtt', 'number', 'Initial round trip (ms)', '>100'),
  session('tcp.sequence', 'tcp_sequence', 'number', 'First sequence number', '0'),
  session('tcp.window', 'tcp_window', 'number', 'First window', '1024'),
  session('tcp.options', 'tcp_options', 'text', 'Option kinds of the SYN', '2-4-8-1-3'),
  session(
    'tcp.sequenceIsDestination',
    'sequence_is_destination',
    'boolean',
    'Sequence is the destination',
    'true',
    {
      about: 'The first sequence number is the destination address: Mirai.',
    },
  ),
]

const requests: readonly Field[] = [
  session('http.count', 'http_count', 'number', 'Requests', '>1'),
  session('http.method', 'http_method', 'text-list', 'Method', 'POST'),
  session('http.uri', 'http_uri', 'text-list', 'URI', '/global-protect/login.esp'),
  session('http.path', 'http_path', 'text-list', 'Path', '/HNAP1/'),
  session('http.version', 'http_version', 'text-list', 'HTTP version', '1.1'),
  session('http.host', 'http_host', 'text-list', 'Host header', 'example.com'),
  session('http.useragent', 'http_useragent', 'text-list', 'User agent', '*zgrab*', { phrase: true }),
  session('http.requestHeader', 'http_request_header', 'text-list', 'Header names', 'x-forwarded-for'),
  session('http.cookieKey', 'http_cookie_keys', 'text-list', 'Cookie names', 'JSESSIONID'),
  session('http.authorization', 'http_request_authorization', 'text-list', 'Authorization header', 'Basic*'),
  session('http.cookies', 'http_request_cookies', 'text-list', 'Cookie header', '*session*'),
  session('http.origin', 'http_request_origin', 'text-list', 'Origin header', '*example.com'),
  session('http.referer', 'http_request_referer', 'text-list', 'Referer header', '*example.com*'),
  session('http.contentType', 'http_content_type', 'text-list', 'Content type', 'application/json*'),
  session('http.md5', 'http_body_md5', 'text-list', 'Body MD5', 'd41d8cd98f00b204e9800998ecf8427e'),
  session('http.body', 'http_body_start', 'text-list', 'Body', '*wget*', {
    about: 'First bytes of request bodies.',
  }),
  session('http.decodedUri', 'http_decoded_uri', 'text-list', 'URI decoded', '*${jndi:*', {
    about: 'The URI as a server may read it, where that differs from what was sent.',
  }),
  session('http.decodedPath', 'http_decoded_path', 'text-list', 'Path decoded', '*/.git/config', {
    about: 'The path as a server may read it, where that differs from what was sent.',
  }),
  session('http.decodedHeader', 'http_decoded_header', 'text-list', 'Header lines decoded', '*jndi*', {
    about:
      'Header lines as a server may read them, where that differs from what was sent or is not among the first payload bytes: "name: value".',
  }),
  session('http.decodedBody', 'http_decoded_body', 'text-list', 'Body decoded', '*/bin/sh*', {
    about: 'First bytes of request bodies as a server may read them, where that differs from what was sent.',
  }),
  session('http.statuscode', 'http_status_code', 'number-list', 'Status code', '200', {
    aliases: ['destination.http.statuscode'],
  }),
  session('http.server', 'http_server', 'text', 'Server header', 'nginx*', {
    phrase: true,
    aliases: ['destination.http.server'],
  }),
]

const secured: readonly Field[] = [
  session('tls.version', 'tls_version', 'text-list', 'TLS version', 'TLSv1.2'),
  session('tls.ja3', 'tls_ja3', 'text-list', 'JA3', 'e7d705a3286e19ea42f587b344ee6865'),
  session('tls.ja4', 'tls_ja4', 'text-list', 'JA4', 't13d*'),
  session('tls.host', 'tls_server_name', 'text-list', 'Server name', 'example.com', {
    aliases: ['host.sni'],
  }),
  session('tls.alpn', 'tls_alpn', 'text-list', 'ALPN', 'h2'),
  session('tls.cipher', 'tls_cipher', 'text-list', 'Cipher', 'TLS_AES_128_GCM_SHA256', {
    aliases: ['destination.tls.cipher'],
    about: 'What the destination chose.',
  }),
  session('ssh.version', 'ssh_client_version', 'text', 'SSH banner of the source', 'SSH-2.0-Go'),
  session('ssh.serverVersion', 'ssh_server_version', 'text', 'SSH banner of the server', 'SSH-2.0-OpenSSH*', {
    aliases: ['destination.ssh.version'],
  }),
  session('ssh.hassh', 'ssh_hassh', 'text', 'HASSH', 'ec7378c1a92f5a8dde7e8b7a1ddf33d1'),
  session(
    'ssh.hasshServer',
    'ssh_hassh_server',
    'text',
    'HASSH of the server',
    'b12d2871a1189eff20364cf5333619ee',
    { aliases: ['destination.ssh.hassh'] },
  ),
  session('ssh.kex', 'ssh_client_kex', 'text', 'Key exchange offered', '*curve25519*'),
  session('ssh.key', 'ssh_key', 'text', 'Host key', '*AAAA*', { aliases: ['destination.ssh.key'] }),
  session('telnet.line', 'telnet_lines', 'text-list', 'Lines typed', '*busybox*', { phrase: true }),
]

/** What the destination asked: seldom anything, and never the source's doing. */
const askedByDestination: readonly Field[] = [
  session('destination.http.count', 'dst_http_count', 'number', 'Requests of the destination', '>0'),
  session('destination.http.method', 'dst_http_method', 'text-list', 'Method of the destination', 'POST'),
  session('destination.http.uri', 'dst_http_uri', 'text-list', 'URI of the destination', '/a'),
  session(
    'destination.http.useragent',
    'dst_http_useragent',
    'text-list',
    'User agent of the destination',
    'curl*',
    { phrase: true },
  ),
  session('destination.tls.ja3', 'dst_tls_ja3', 'text-list', 'JA3 of the destination', '*'),
  session('destination.tls.ja4', 'dst_tls_ja4', 'text-list', 'JA4 of the destination', 't13d*'),
  session(
    'destination.tls.host',
    'dst_tls_server_name',
    'text-list',
    'Server name the destination asked for',
    'example.com',
  ),
  session(
    'destination.telnet.line',
    'dst_telnet_lines',
    'text-list',
    'Lines the destination typed',
    '*busybox*',
    { phrase: true },
  ),
]

const common = (end: 'source' | 'destination'): Field[] => {
  const short = end === 'source' ? 'src' : 'dst'
  const place = (name: string, column: string, title: string, value: string, rest: Rest = {}): Field =>
    session(`${end}.${name}`, `${short}_${column}`, 'text', `${title} of the ${end}`, value, rest)
  return [
    session(`${end}.ip`, `${short}_ip`, 'ip', `Address of the ${end}`, '198.18.0.0/16', {
      aliases: [`ip.${short}`],
    }),
    session(`${end}.port`, `${short}_port`, 'number', `Port of the ${end}`, '22', {
      aliases: [`port.${short}`],
    }),
    session(`${end}.bytes`, `${short}_bytes`, 'number', `Bytes of the ${end}`, '>1000'),
    session(`${end}.packets`, `${short}_packets`, 'number', `Packets of the ${end}`, '>10'),
    place('country_code', 'country_code', 'Country code', 'BE', {
      aliases: [`${end}.countryCode`],
      options: { kind: 'country-codes' },
    }),
    place('country', 'country', 'Country', 'Belgium', { phrase: true, options: { kind: 'countries' } }),
    place('region', 'region', 'Region', 'Flanders', { phrase: true }),
    place('city', 'city', 'City', 'Antwerp', { phrase: true }),
    place('asn', 'asn', 'ASN', 'AS64500', { valuePrefix: 'AS' }),
    place('organization', 'organization', 'Organization', '"Google LLC"', { phrase: true }),
  ]
}

/** Enrichment that only the source has. */
const sourceOnly: readonly Field[] = [
  session('source.latitude', 'src_latitude', 'number', 'Latitude', '[50 TO 52]'),
  session('source.longitude', 'src_longitude', 'number', 'Longitude', '[2 TO 7]'),
  session('source.category', 'src_category', 'text', 'Category', 'hosting'),
  session('source.rdns', 'src_rdns', 'text', 'Reverse name', '*.example.com'),
  session('source.domain', 'src_domain', 'text', 'Domain', 'example.com'),
  session('source.carrier', 'src_carrier', 'text', 'Carrier', 'Proximus', { phrase: true }),
  session('source.datacenter', 'src_datacenter', 'text', 'Datacenter', 'OVH', { phrase: true }),
  session('source.mobile', 'src_mobile', 'boolean', 'Mobile', 'true'),
  session('source.tor', 'src_tor', 'boolean', 'Tor', 'true'),
  session('source.vpn', 'src_vpn', 'boolean', 'VPN', 'true'),
  session('source.vpn_service', 'src_vpn_service', 'text', 'VPN service', 'IPVANISH_VPN', {
    aliases: ['source.vpnService'],
  }),
]

const found = index([
  ...general,
  ...common('source'),
  ...sourceOnly,
  ...common('destination'),
  ...tcp,
  ...requests,
  ...secured,
  ...askedByDestination,
])

/** Fields of sessions, named as Arkime names them. Columns are those of the `sessions` table. */
export const sessionRegistry: Registry = {
  catalogue: 'session',
  ...found,
  bare: {
    address: [fieldOf(found, 'source.ip'), fieldOf(found, 'destination.ip')],
    cve: [],
    asn: [fieldOf(found, 'source.asn')],
    classification: [],
    names: [fieldOf(found, 'tags'), fieldOf(found, 'source.organization')],
    port: fieldOf(found, 'destination.port'),
  },
  window: null,
  interesting: null,
}
