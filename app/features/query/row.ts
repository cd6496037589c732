import type { Finding } from '#gnql/explain/finding.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Classification } from '#model/tag.ts'

/** What the table shows of an address: documents are large, and what a page does not show does not travel. */
export interface ResultRow {
  ip: string
  classification: Classification
  organization: string
  country: string
  countryCode: string
  tags: Few
  ports: Few
  cves: Few
  firstSeen: string
  lastSeen: string
  why: Finding[]
}

/** The first values of a list and how many there are. */
export interface Few {
  first: string[]
  count: number
}

const few = (values: string[], shown: number): Few => ({
  first: values.slice(0, shown),
  count: values.length,
})

export const rowOf = (document: IpDocument, why: Finding[]): ResultRow => ({
  ip: document.ip,
  classification: document.classification,
  organization: document.organization,
  country: document.country,
  countryCode: document.country_code,
  tags: few(document.tag_names, 2),
  ports: few(portsOf(document), 2),
  cves: few(document.cves, 1),
  firstSeen: document.first_seen,
  lastSeen: document.last_seen,
  why,
})

/** Each port once, whatever its transport; portless transports scan no port. */
const portsOf = (document: IpDocument): string[] => [
  ...new Set(document.scan.filter(({ port }) => port > 0).map(({ port }) => String(port))),
]
