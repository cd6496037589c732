import type { FieldGroup } from '#model/ip-document/groups.ts'
import type { IpOrder } from '#model/ip-order.ts'

/**
 * The columns of the table of addresses, besides the address itself. `field` is the GNQL field that a cell's values belong
 * to; `grows`: takes the room that is left, and ends in an ellipsis where there is too little.
 */
export interface Column {
  title: string
  field?: string
  kind: 'class' | 'values' | 'country' | 'moment' | 'day' | 'number' | 'flag'
  /** Values a cell shows before it counts the rest. */
  shown?: number
  grows?: true
  mono?: true
  /** The order that its heading leads to. */
  order?: IpOrder
  group?: FieldGroup
  /** Parts of the API's record that hold it, for exports. */
  wire: string
}

export const columns = {
  class: {
    wire: 'classification',
    title: 'Class',
    kind: 'class',
    field: 'classification',
    order: 'severity',
  },
  organization: {
    wire: 'metadata.organization',
    title: 'Organization',
    kind: 'values',
    field: 'organization',
    grows: true,
  },
  country: {
    wire: 'metadata.source_country,metadata.source_country_code',
    title: 'Country',
    kind: 'country',
    field: 'country_code',
    grows: true,
  },
  tags: { wire: 'tags.name', title: 'Tags', kind: 'values', field: 'tags', shown: 2, grows: true },
  ports: { wire: 'raw_data.scan', title: 'Ports', kind: 'values', field: 'port', shown: 2, mono: true },
  cve: {
    wire: 'cves',
    title: 'CVE',
    kind: 'values',
    field: 'cve',
    shown: 1,
    mono: true,
    group: 'feature-ip-vuln-correlation',
  },
  last_seen: { wire: 'last_seen_timestamp', title: 'Last seen', kind: 'moment', order: 'last_seen' },
  first_seen: { wire: 'first_seen', title: 'First seen', kind: 'day' },
  sessions: { wire: 'metadata.sensor_hits', title: 'Sessions', kind: 'number', order: 'sessions' },
  sensors: { wire: 'metadata.sensor_count', title: 'Sensors', kind: 'number' },
  asn: { wire: 'metadata.asn', title: 'ASN', kind: 'values', field: 'asn', mono: true },
  category: { wire: 'metadata.category', title: 'Category', kind: 'values', field: 'category' },
  actor: { wire: 'actor', title: 'Actor', kind: 'values', field: 'actor', grows: true },
  rdns: {
    wire: 'metadata.rdns',
    title: 'Reverse name',
    kind: 'values',
    field: 'rdns',
    grows: true,
    mono: true,
  },
  os: { wire: 'metadata.os', title: 'OS', kind: 'values', field: 'os' },
  vpn: { wire: 'vpn', title: 'VPN', kind: 'flag', field: 'vpn' },
  tor: { wire: 'tor', title: 'Tor', kind: 'flag', field: 'tor' },
  bot: { wire: 'bot', title: 'Bot', kind: 'flag', field: 'bot' },
  spoofable: { wire: 'spoofable', title: 'Spoofable', kind: 'flag', field: 'spoofable' },
  destinations: {
    wire: 'metadata.destination_countries',
    title: 'Destinations',
    kind: 'values',
    field: 'destination_country',
    shown: 2,
    grows: true,
    group: 'feature-ip-geo-destination',
  },
  ja3: {
    wire: 'raw_data.ja3',
    title: 'JA3',
    kind: 'values',
    field: 'ja3',
    shown: 1,
    grows: true,
    mono: true,
    group: 'feature-ip-fingerprint-analysis',
  },
  ja4: {
    wire: 'raw_data.tls.ja4',
    title: 'JA4',
    kind: 'values',
    field: 'ja4',
    shown: 1,
    grows: true,
    mono: true,
    group: 'feature-ip-protocol-insights',
  },
  hassh: {
    wire: 'raw_data.hassh',
    title: 'HASSH',
    kind: 'values',
    field: 'hassh',
    shown: 1,
    grows: true,
    mono: true,
    group: 'feature-ip-fingerprint-analysis',
  },
} as const satisfies Record<string, Column>

export type ColumnId = keyof typeof columns

export const columnOf = (id: ColumnId): Column => columns[id]

export const columnIds = Object.keys(columns) as ColumnId[]

export const defaultColumns: readonly ColumnId[] = [
  'class',
  'organization',
  'country',
  'tags',
  'ports',
  'cve',
  'last_seen',
  'first_seen',
]

/** Columns of groups that the plan lacks are left out. */
export const allowed = (ids: readonly ColumnId[], lacking: readonly FieldGroup[]): ColumnId[] =>
  ids.filter((id) => {
    const { group } = columnOf(id)
    return group === undefined || !lacking.includes(group)
  })
