import type { Classification } from '../tag.ts'
import type { Columns, IpColumn, Unrecorded, WireForm } from './column.ts'
import { columnCatalogue } from './columns.ts'

/** One value of the record: a column in one form, two that are a list of pairs, or what is the same in every record. */
export type WireLeaf =
  | { form: Exclude<WireForm, 'member' | 'never'>; column: string; note?: string }
  | { form: 'pairs'; members: readonly PairMember[] }
  | { form: 'constant'; value: true | readonly [] }

export interface PairMember {
  name: string
  column: string
  form: 'text' | 'number'
}

export interface WireTree {
  [name: string]: WireTree | WireLeaf
}

/** Members have names of their own; a leaf's form is a text. */
export const isWireLeaf = (node: WireTree | WireLeaf): node is WireLeaf => typeof node.form === 'string'

/** In the order in which clients, and tables made of records, have found them; what is not named follows in its object. */
const order: readonly (readonly [prefix: string, names: string])[] = [
  [
    '',
    'ip found seen first_seen last_seen last_seen_timestamp last_seen_malicious last_seen_suspicious last_seen_benign classification actor spoofable bot vpn vpn_service tor cves tags callback_ips',
  ],
  [
    'metadata.',
    'asn source_country source_country_code source_city region organization category rdns rdns_parent rdns_validated domain os carrier datacenter mobile single_destination sensor_count sensor_hits destination_countries destination_country_codes destination_asns destination_cities latitude longitude',
  ],
  ['raw_data.', 'scan.port scan.protocol ja3.fingerprint ja3.port hassh.fingerprint hassh.port'],
  [
    'raw_data.http.',
    'md5 cookie_keys request_authorization request_cookies request_header request_referer method path request_origin useragent host uri ja4h',
  ],
  ['raw_data.tls.', 'cipher ja4'],
  ['raw_data.ssh.', 'key ja4ssh'],
  // ja4l is a text for some clients and a list for others, and not recorded: left out (decision 26).
  ['raw_data.tcp.', 'ja4t'],
  ['raw_data.source.', 'bytes ports.tcp ports.udp'],
  ['raw_data.', 'truncated'],
]
const ordered = order.flatMap(([prefix, names]) => names.split(' ').map((name) => `${prefix}${name}`))

/** What a record says of every address that has one: no column. */
const always: ReadonlySet<string> = new Set(['found', 'seen'])
const constant = (value: true | readonly []): WireLeaf => ({ form: 'constant', value })

/** Every path with what stands there. */
function leavesOf(
  columns: Columns,
): Map<string, { form: WireForm; name: string; column: IpColumn | Unrecorded }> {
  const entries: readonly (readonly [string, IpColumn | Unrecorded])[] = Object.entries(columns)
  return new Map(
    entries.flatMap(([name, column]) =>
      Object.entries(column.wire ?? {}).map(([path, form]) => [path, { form, name, column }] as const),
    ),
  )
}

/** The record behind "internet_scanner_intelligence.", as the presenter, exports and the schema read it. */
export function wireTreeOf(columns: Columns): WireTree {
  const leaves = leavesOf(columns)
  const root: WireTree = {}
  for (const path of new Set([...ordered, ...leaves.keys()])) {
    const leaf = leaves.get(path)
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    if (!leaf) {
      if (always.has(path)) branchAt(root, steps)[last] = constant(true)
    } else if (leaf.form === 'never') branchAt(root, steps)[last] = constant([])
    else if (leaf.form === 'member')
      addMember(branchAt(root, steps.slice(0, -1)), steps.at(-1) ?? '', last, leaf)
    else {
      const note = 'note' in leaf.column ? leaf.column.note : undefined
      branchAt(root, steps)[last] = {
        form: leaf.form,
        column: leaf.name,
        ...(note !== undefined && { note }),
      }
    }
  }
  return root
}

function branchAt(root: WireTree, steps: readonly string[]): WireTree {
  let branch = root
  for (const step of steps) branch = (branch[step] ??= {}) as WireTree
  return branch
}

function addMember(
  branch: WireTree,
  list: string,
  name: string,
  { name: column, column: { type } }: { name: string; column: IpColumn | Unrecorded },
): void {
  const before = branch[list]
  const members = before && isWireLeaf(before) && before.form === 'pairs' ? before.members : []
  const member = { name, column, form: type === 'ports' ? 'number' : 'text' } as const
  branch[list] = { form: 'pairs', members: [...members, member] }
}

export const wireTree = wireTreeOf(columnCatalogue)

/** What each form is in the record. */
interface WireValue<Tag> {
  address: string
  verdict: Classification | ''
  text: string
  flag: boolean
  number: number
  coordinate: number
  day: string
  stamp: string
  joined: string[]
  list: string[]
  numbers: number[]
  tags: Tag[]
  never: string[]
}

type Catalogue = typeof columnCatalogue
/** [path, form, column] of every value. */
type Placed = {
  [K in keyof Catalogue]: Catalogue[K] extends { wire: infer W }
    ? { [P in keyof W & string]: [P, W[P], K] }[keyof W & string]
    : never
}[keyof Catalogue]
type Member = Extract<Placed, [string, 'member', unknown]>
type Value = Exclude<Placed, Member>

type Parent<P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Rest extends `${string}.${string}`
    ? `${Head}.${Parent<Rest>}`
    : Head
  : never

/** Path → value. */
type Flat<Tag> = {
  [V in Value as V[0]]: WireValue<Tag>[V[1] & keyof WireValue<Tag>]
} & {
  [L in Parent<Member[0]>]: {
    [M in Member as M[0] extends `${L}.${infer Name}` ? Name : never]: Catalogue[M[2]]['type'] extends 'ports'
      ? number
      : string
  }[]
} & { found: boolean; seen: boolean }

type Heads<P> = P extends `${infer Head}.${string}` ? Head : P
type Behind<F, Head extends string> = {
  [P in keyof F as P extends `${Head}.${infer Rest}` ? Rest : never]: F[P]
}
type Nested<F> = {
  [Head in Heads<keyof F> & string]: Head extends keyof F ? F[Head] : Nested<Behind<F, Head>>
}

/** What stands behind "internet_scanner_intelligence." in a record; `Tag` is how the definition of a tag is written. */
export type ScannerRecord<Tag> = Nested<Flat<Tag>>
