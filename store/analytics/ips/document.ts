import { z } from 'zod'
import type { IpDocument } from '#model/ip-record.ts'
import { classifications } from '#model/tag.ts'
import { address, count, flag, instant } from '../query/columns.ts'
import { listFacts } from '../rollups/facts.ts'

const text = z.string().default('')
const texts = z.array(z.string()).default([])
const numbers = z.array(z.number()).default([])
const yes = flag.default(false)
const moment = instant.default('')
const degrees = z.number().nullable().default(null)

const lists = Object.fromEntries(
  listFacts.map(({ name, shape }) => [name, shape === 'number' ? numbers : texts]),
)

/** A row of `ips` as the engine prints it; a column that was not asked for is empty. */
const columns = z.object({
  ip: address,
  origins: texts,
  first_seen: moment,
  last_seen: moment,
  last_seen_malicious: moment,
  last_seen_suspicious: moment,
  last_seen_benign: moment,
  classification: z.enum(classifications).default('unknown'),
  actor: text,
  spoofable: yes,
  bot: yes,
  vpn: yes,
  vpn_service: text,
  tor: yes,
  tags: texts,
  tag_names: texts,
  tag_first: z.array(instant).default([]),
  tag_last: z.array(instant).default([]),
  tag_sessions: z.array(count).default([]),
  cves: texts,
  single_destination: yes,
  category: text,
  country: text,
  country_code: text,
  city: text,
  region: text,
  organization: text,
  asn: text,
  domain: text,
  rdns: text,
  rdns_parent: text,
  rdns_validated: yes,
  os: text,
  carrier: text,
  datacenter: text,
  mobile: yes,
  latitude: degrees,
  longitude: degrees,
  sensor_hits: count.default(0),
  sensor_count: z.number().default(0),
  scan_port: numbers,
  scan_protocol: texts,
  ja3_fingerprint: texts,
  ja3_port: numbers,
  hassh_fingerprint: texts,
  hassh_port: numbers,
  source_bytes: count.default(0),
  truncated: texts,
  ...lists,
})

/** Two parallel columns → the pairs they stand for. */
const fingerprints = (
  values: readonly string[],
  ports: readonly number[],
): { fingerprint: string; port: number }[] =>
  values.map((fingerprint, index) => ({ fingerprint, port: ports[index] ?? 0 }))

/** Row schema of every query that answers documents. */
export const documentRow = columns.transform((row): IpDocument => {
  const { scan_port, scan_protocol, ja3_fingerprint, ja3_port, hassh_fingerprint, hassh_port, ...rest } = row
  const scan = scan_port.map((port, index) => ({ port, protocol: scan_protocol[index] ?? '' }))
  // The lists come from `listFacts` by name, which the compiler cannot see; document.test.ts compares the keys.
  return {
    ...rest,
    scan,
    ja3: fingerprints(ja3_fingerprint, ja3_port),
    hassh: fingerprints(hassh_fingerprint, hassh_port),
  } as unknown as IpDocument
})

const pairMembers: Readonly<Record<string, readonly string[]>> = {
  scan: ['scan_port', 'scan_protocol'],
  ja3: ['ja3_fingerprint', 'ja3_port'],
  hassh: ['hassh_fingerprint', 'hassh_port'],
}

/** The select list for documents without some of their columns (names of IpDocument; `ip` always comes). */
export function selectDocument(exclude: ReadonlySet<string> = new Set()): string {
  const left = new Set([...exclude].flatMap((name) => pairMembers[name] ?? [name]))
  return Object.keys(columns.shape)
    .filter((name) => name === 'ip' || !left.has(name))
    .join(', ')
}
