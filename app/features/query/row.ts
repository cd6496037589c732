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

/** One text, or how many more values a list has and its first ones: a page has hundreds, and few things in each travel lightly. */
export type Cell = string | readonly [rest: number, ...first: string[]]

/** An opened row: everything a reader wants to know before he opens the page of the address. */
export interface OpenedRow {
  ip: string
  why: Finding[]
  facts: { id: ColumnId; values: string[] }[]
}

/** Each port once, whatever its transport; portless transports scan no port. */
const portsOf = ({ scan }: Pick<IpDocument, 'scan'>): string[] => [
  ...new Set(scan.filter(({ port }) => port > 0).map(({ port }) => String(port))),
]

const unlessEmpty = (text: string): string[] => (text === '' ? [] : [text])
const yes = (flag: boolean): string[] => (flag ? ['true'] : [])
const fingerprints = (pairs: IpDocument['ja3']): string[] => [
  ...new Set(pairs.map(({ fingerprint }) => fingerprint)),
]

/** What a column shows of a document, and which members it is made of. */
interface Shown {
  members: readonly (keyof IpDocument)[]
  values: (document: IpDocument) => string[]
}

const of = <M extends keyof IpDocument>(
  members: readonly M[],
  values: (document: Pick<IpDocument, M>) => string[],
): Shown => ({ members, values })

const shownOf: Record<ColumnId, Shown> = {
  class: of(['classification'], ({ classification }) => [classification]),
  organization: of(['organization'], ({ organization }) => unlessEmpty(organization)),
  country: of(['country_code', 'country'], ({ country_code: code, country }) =>
    unlessEmpty(code === '' ? '' : `${code} ${country}`),
  ),
  tags: of(['tag_names'], ({ tag_names: names }) => names),
  ports: of(['scan'], portsOf),
  cve: of(['cves'], ({ cves }) => cves),
  last_seen: of(['last_seen'], ({ last_seen: at }) => [at]),
  first_seen: of(['first_seen'], ({ first_seen: at }) => [at.slice(0, 10)]),
  sessions: of(['sensor_hits'], ({ sensor_hits: hits }) => [String(hits)]),
  sensors: of(['sensor_count'], ({ sensor_count: count }) => [String(count)]),
  asn: of(['asn'], ({ asn }) => unlessEmpty(asn)),
  category: of(['category'], ({ category }) => unlessEmpty(category)),
  actor: of(['actor'], ({ actor }) => unlessEmpty(actor === 'unknown' ? '' : actor)),
  rdns: of(['rdns'], ({ rdns }) => unlessEmpty(rdns)),
  os: of(['os'], ({ os }) => unlessEmpty(os)),
  vpn: of(['vpn'], ({ vpn }) => yes(vpn)),
  tor: of(['tor'], ({ tor }) => yes(tor)),
  bot: of(['bot'], ({ bot }) => yes(bot)),
  spoofable: of(['spoofable'], ({ spoofable }) => yes(spoofable)),
  destinations: of(['destination_countries'], ({ destination_countries: countries }) => countries),
  ja3: of(['ja3'], ({ ja3 }) => fingerprints(ja3)),
  ja4: of(['tls_ja4'], ({ tls_ja4: ja4 }) => ja4),
  hassh: of(['hassh'], ({ hassh }) => fingerprints(hassh)),
}

/** What rows and opened rows of these columns are made of, in one order whatever theirs is. */
export const membersOf = (ids: readonly ColumnId[]): (keyof IpDocument)[] =>
  [...new Set([...rowMembers, ...ids.flatMap((id) => shownOf[id].members)])].sort()

const rowMembers = ['ip', 'classification'] as const

function cellOf(document: IpDocument, id: ColumnId): Cell {
  const values = shownOf[id].values(document)
  const { kind, shown = 1 } = columnOf(id)
  if (kind !== 'values') return values[0] ?? ''
  return values.length === 0 ? '' : [Math.max(0, values.length - shown), ...values.slice(0, shown)]
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
    .map((id) => ({ id, values: shownOf[id].values(document).slice(0, opened) }))
    .filter(({ values }) => values.length > 0)
  return { ip: document.ip, why, facts }
}
