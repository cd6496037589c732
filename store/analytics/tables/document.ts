import { z } from 'zod'
import type { IpDocument } from '#model/ip-record.ts'
import { classifications } from '#model/tag.ts'
import { address, count, flag, instant } from '../query/columns.ts'
import { listFacts } from '../rollups/facts.ts'

/** How the columns of a document are written and read. */
const schemas = {
  address,
  text: z.string().default(''),
  texts: z.array(z.string()).default([]),
  number: z.number().default(0),
  numbers: z.array(z.number()).default([]),
  count: count.default(0),
  counts: z.array(count).default([]),
  flag: flag.default(false),
  moment: instant.default(''),
  moments: z.array(instant).default([]),
  degrees: z.number().nullable().default(null),
  verdict: z.enum(classifications).default('unknown'),
}
export type ColumnKind = keyof typeof schemas

const lists = Object.fromEntries(
  listFacts.map(({ name, shape }): [string, ColumnKind] => [name, shape === 'number' ? 'numbers' : 'texts']),
)

/** Every column of a document with its kind, in the order of `record` (ips/record.ts). */
const kinds = {
  ip: 'address',
  origins: 'texts',
  first_seen: 'moment',
  last_seen: 'moment',
  last_seen_malicious: 'moment',
  last_seen_suspicious: 'moment',
  last_seen_benign: 'moment',
  classification: 'verdict',
  actor: 'text',
  spoofable: 'flag',
  bot: 'flag',
  vpn: 'flag',
  vpn_service: 'text',
  tor: 'flag',
  tags: 'texts',
  tag_names: 'texts',
  tag_first: 'moments',
  tag_last: 'moments',
  tag_sessions: 'counts',
  cves: 'texts',
  single_destination: 'flag',
  category: 'text',
  country: 'text',
  country_code: 'text',
  city: 'text',
  region: 'text',
  organization: 'text',
  asn: 'text',
  domain: 'text',
  rdns: 'text',
  rdns_parent: 'text',
  rdns_validated: 'flag',
  os: 'text',
  carrier: 'text',
  datacenter: 'text',
  mobile: 'flag',
  latitude: 'degrees',
  longitude: 'degrees',
  sensor_hits: 'count',
  sensor_count: 'number',
  scan_port: 'numbers',
  scan_protocol: 'texts',
  ja3_fingerprint: 'texts',
  ja3_port: 'numbers',
  hassh_fingerprint: 'texts',
  hassh_port: 'numbers',
  source_bytes: 'count',
  truncated: 'texts',
  ...lists,
  sources: 'texts',
  evidence: 'texts',
} satisfies Record<string, ColumnKind>

export const documentKinds: readonly (readonly [name: string, kind: ColumnKind])[] = Object.entries(kinds)
export const documentColumns: readonly string[] = Object.keys(kinds)

/** A row of `ips` as the engine prints it; a column that was not asked for is empty. */
const columns = z.object(Object.fromEntries(documentKinds.map(([name, kind]) => [name, schemas[kind]])))

/** What a column holds that nothing was written to. @throws ZodError for an address */
export const emptyOf = (kind: ColumnKind): unknown => schemas[kind].parse(undefined)

/** Two parallel columns → the pairs they stand for. */
const fingerprints = (
  values: readonly string[],
  ports: readonly number[],
): { fingerprint: string; port: number }[] =>
  values.map((fingerprint, index) => ({ fingerprint, port: ports[index] ?? 0 }))

/** A row whose columns were read → the document. Which columns there are, document.test.ts compares. */
export function documentOf(row: Record<string, unknown>): IpDocument {
  const { scan_port, scan_protocol, ja3_fingerprint, ja3_port, hassh_fingerprint, hassh_port, ...rest } = row
  const protocols = scan_protocol as string[]
  const scan = (scan_port as number[]).map((port, index) => ({ port, protocol: protocols[index] ?? '' }))
  return {
    ...rest,
    scan,
    ja3: fingerprints(ja3_fingerprint as string[], ja3_port as number[]),
    hassh: fingerprints(hassh_fingerprint as string[], hassh_port as number[]),
  } as unknown as IpDocument
}

/** Row schema of every query that answers documents. */
export const documentRow = columns.transform(documentOf)

/** The document of an address that nothing was written about. */
export const emptyDocument = (ip: string): IpDocument =>
  documentOf(
    Object.fromEntries(documentKinds.map(([name, kind]) => [name, kind === 'address' ? ip : emptyOf(kind)])),
  )
