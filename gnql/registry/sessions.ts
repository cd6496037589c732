import type { AnyRecorded, ColumnKind } from '#model/protocols/recorded.ts'
import { allRecorded, recordedColumns } from '#model/protocols/table.ts'
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

const shapes: Readonly<Record<ColumnKind, Column['shape']>> = {
  text: 'text',
  word: 'text',
  texts: 'text-list',
  count: 'number',
  numbers: 'number-list',
}

/** What sessions record of protocols, under the names their descriptions give (model/protocols). */
const recorded = (protocols: readonly AnyRecorded[]): Field[] =>
  recordedColumns(protocols).map(({ name, kind, field: { name: called, title, example, ...rest } }) =>
    session(called, name, shapes[kind], title, example, rest),
  )

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

/** The fields of sessions, named as Arkime names them. Columns are those of the `sessions` table. */
export function sessionRegistryOf(protocols: readonly AnyRecorded[]): Registry {
  const found = index([
    ...general,
    ...common('source'),
    ...sourceOnly,
    ...common('destination'),
    ...tcp,
    ...recorded(protocols),
  ])
  return {
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
}

export const sessionRegistry: Registry = sessionRegistryOf(allRecorded)
