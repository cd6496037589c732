import * as fc from 'fast-check'
import type { FieldCatalogue } from '#gnql/registry/registry.ts'
import { documents } from '#gnql/testing/generate.ts'
import { fold } from '#gnql/values/fold.ts'
import { beside } from '#model/ip-document/beside.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '../../address.ts'
import { ipNames } from '../../tables/ips-column-names.ts'
import { sessionNames } from '../../tables/sessions-column-names.ts'
import type { TestAnalytics } from '../../testing.ts'
import type { Names } from '../column-names.ts'
import { sessionDocuments } from './sessions.ts'

/** Documents held twice: in a table made like the product's own, and as plain objects for the matcher. */
export interface Held {
  catalogue: FieldCatalogue
  table: string
  names: Names
  /** The column that numbers the rows; document n is `documents[n]`. */
  key: string
  documents: readonly object[]
}

/** Lower-case from birth in the product (store/analytics/tables/ips-column-names.ts). */
const loweredLists = new Set(['tags', 'tls_ja4', 'origins'])
const isTime = (name: string): boolean => /^(first|last)_seen/.test(name)
const lowered = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).map(fold) : value)

function addressRow(document: IpDocument, version: number): object {
  const { scan, ja3, hassh, ...rest } = document
  const searched = Object.entries(rest).filter(([name]) => !(name in beside))
  const plain = searched.map(([name, value]) => {
    if (name === 'ip') return [name, toColumn(String(value))]
    if (isTime(name)) return [name, value === '' ? 0 : Date.parse(String(value)) / 1000]
    return [name, loweredLists.has(name) ? lowered(value) : value]
  })
  return {
    ...Object.fromEntries(plain),
    scan_port: scan.map(({ port }) => port),
    scan_protocol: scan.map(({ protocol }) => protocol),
    ja3_fingerprint: ja3.map(({ fingerprint }) => fold(fingerprint)),
    ja3_port: ja3.map(({ port }) => port),
    hassh_fingerprint: hassh.map(({ fingerprint }) => fold(fingerprint)),
    hassh_port: hassh.map(({ port }) => port),
    version,
  }
}

async function tableLike(analytics: TestAnalytics, original: string, table: string): Promise<void> {
  await analytics.migrator.command(`DROP TABLE IF EXISTS {db}.${table}`)
  // The columns and indexes of the product's table; its engine would merge rows of one address.
  await analytics.migrator.command(
    `CREATE TABLE {db}.${table} AS {db}.${original} ENGINE = {E:MergeTree} PARTITION BY tuple() ORDER BY tuple()`,
  )
}

export async function holdAddresses(analytics: TestAnalytics, list: readonly IpDocument[]): Promise<Held> {
  const table = 'held_ips'
  await tableLike(analytics, 'ips', table)
  await analytics.app.insert(`{db}.${table}`, list.map(addressRow))
  return { catalogue: 'ip', table, names: ipNames, key: 'version', documents: list }
}

export async function holdSessions(analytics: TestAnalytics, list: readonly object[]): Promise<Held> {
  const table = 'held_sessions'
  await tableLike(analytics, 'sessions', table)
  const numbered = list.map((document, src_bytes) => ({ ...document, src_bytes }))
  const rows = numbered.map((document) =>
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => [
        name,
        /^(src|dst)_ip$/.test(name) ? toColumn(String(value)) : value,
      ]),
    ),
  )
  await analytics.app.insert(`{db}.${table}`, rows)
  return { catalogue: 'session', table, names: sessionNames, key: 'src_bytes', documents: numbered }
}

/** Random documents of a catalogue, in the engine and in memory. */
export function hold(
  analytics: TestAnalytics,
  catalogue: FieldCatalogue,
  { now, seed, count }: { now: number; seed: number; count: number },
): Promise<Held> {
  const run = { numRuns: count, seed }
  return catalogue === 'ip'
    ? holdAddresses(analytics, fc.sample(documents(now), run))
    : holdSessions(analytics, fc.sample(sessionDocuments(now), run))
}
