import type { Finding } from '#gnql/explain/finding.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Classification } from '#model/tag.ts'
import { columnOf, type ColumnId } from './columns.ts'

/** What the table shows of an address: documents are large, and what a page does not show does not travel. */
export interface ResultRow {
  ip: string
  classification: Classification
  /** Of the columns that are shown, in their order. */
  cells: Cell[]
}

/** One text, or the first values of a list and how many more there are. */
export type Cell = string | { first: string[]; rest: number }

/** An opened row: everything a reader wants to know before he opens the page of the address. */
export interface OpenedRow {
  ip: string
  why: Finding[]
  facts: { id: ColumnId; values: string[] }[]
}

/** Each port once, whatever its transport; portless transports scan no port. */
const portsOf = ({ scan }: IpDocument): string[] => [
  ...new Set(scan.filter(({ port }) => port > 0).map(({ port }) => String(port))),
]

const unlessEmpty = (text: string): string[] => (text === '' ? [] : [text])
const yes = (flag: boolean): string[] => (flag ? ['true'] : [])
const fingerprints = (pairs: IpDocument['ja3']): string[] => [
  ...new Set(pairs.map(({ fingerprint }) => fingerprint)),
]

const valuesOf: Record<ColumnId, (document: IpDocument) => string[]> = {
  class: ({ classification }) => [classification],
  organization: ({ organization }) => unlessEmpty(organization),
  country: ({ country_code: code, country }) => unlessEmpty(code === '' ? '' : `${code} ${country}`),
  tags: ({ tag_names: names }) => names,
  ports: portsOf,
  cve: ({ cves }) => cves,
  last_seen: ({ last_seen: at }) => [at],
  first_seen: ({ first_seen: at }) => [at.slice(0, 10)],
  sessions: ({ sensor_hits: hits }) => [String(hits)],
  sensors: ({ sensor_count: count }) => [String(count)],
  asn: ({ asn }) => unlessEmpty(asn),
  category: ({ category }) => unlessEmpty(category),
  actor: ({ actor }) => unlessEmpty(actor === 'unknown' ? '' : actor),
  rdns: ({ rdns }) => unlessEmpty(rdns),
  os: ({ os }) => unlessEmpty(os),
  vpn: ({ vpn }) => yes(vpn),
  tor: ({ tor }) => yes(tor),
  bot: ({ bot }) => yes(bot),
  spoofable: ({ spoofable }) => yes(spoofable),
  destinations: ({ destination_countries: countries }) => countries,
  ja3: ({ ja3 }) => fingerprints(ja3),
  ja4: ({ tls_ja4: ja4 }) => ja4,
  hassh: ({ hassh }) => fingerprints(hassh),
}

function cellOf(document: IpDocument, id: ColumnId): Cell {
  const values = valuesOf[id](document)
  const { kind, shown = 1 } = columnOf(id)
  if (kind !== 'values') return values[0] ?? ''
  return { first: values.slice(0, shown), rest: Math.max(0, values.length - shown) }
}

export const rowOf = (document: IpDocument, shown: readonly ColumnId[]): ResultRow => ({
  ip: document.ip,
  classification: document.classification,
  cells: shown.map((id) => cellOf(document, id)),
})

/** Values of a list in an opened row; the page of the address has them all. */
const opened = 30

export function openedRow(document: IpDocument, why: Finding[], ids: readonly ColumnId[]): OpenedRow {
  const facts = ids
    .map((id) => ({ id, values: valuesOf[id](document).slice(0, opened) }))
    .filter(({ values }) => values.length > 0)
  return { ip: document.ip, why, facts }
}
