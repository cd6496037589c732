import { fold } from '#gnql/values/fold.ts'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '../../address.ts'
import type { Analytics } from '../../open.ts'

const port = (number: number): number => Math.trunc(Math.abs(number)) % 65_536

/** A generated document as the store would keep it, at an address of its own. */
export function stored(document: IpDocument, at: number): IpDocument {
  const lowered = (texts: readonly string[]): string[] => texts.map(fold)
  const fingerprints = (pairs: IpDocument['ja3']): IpDocument['ja3'] =>
    pairs.map((pair) => ({ fingerprint: fold(pair.fingerprint), port: port(pair.port) }))
  return {
    ...document,
    ip: at % 9 === 0 ? `2001:db8::${at.toString(16)}` : `198.51.${at >> 6}.${at % 64}`,
    origins: ['live'],
    tags: lowered(document.tags),
    tls_ja4: lowered(document.tls_ja4),
    scan: document.scan.map((pair) => ({ ...pair, port: port(pair.port) })),
    ja3: fingerprints(document.ja3),
    hassh: fingerprints(document.hassh),
    source_ports_tcp: document.source_ports_tcp.map(port),
    source_ports_udp: document.source_ports_udp.map(port),
    sensor_count: Math.trunc(Math.abs(document.sensor_count)) % 2 ** 32,
    sensor_hits: Math.trunc(Math.abs(document.sensor_hits)),
    source_bytes: Math.trunc(Math.abs(document.source_bytes)),
  }
}

const seconds = (time: string): number => (time === '' ? 0 : Date.parse(time) / 1000)

const moments = new Set(
  ipDocumentColumns.filter(({ type }) => type === 'moment' || type === 'moments').map(({ name }) => name),
)

function row(document: IpDocument): object {
  const { scan, ja3, hassh, activity, verdicts, ...rest } = document
  const times = Object.entries(rest).filter(([name]) => moments.has(name))
  return {
    ...rest,
    ...Object.fromEntries(
      times.map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((time) => seconds(String(time))) : seconds(String(value)),
      ]),
    ),
    ip: toColumn(document.ip),
    activity: activity.map(({ fact, from, sessions }) => [fact, from, sessions]),
    verdicts: verdicts.map(({ at, before, after, method, decided }) => [
      at.slice(0, -1),
      before,
      after,
      method,
      decided,
    ]),
    scan_port: scan.map(({ port }) => port),
    scan_protocol: scan.map(({ protocol }) => protocol),
    ja3_fingerprint: ja3.map(({ fingerprint }) => fingerprint),
    ja3_port: ja3.map(({ port }) => port),
    hassh_fingerprint: hassh.map(({ fingerprint }) => fingerprint),
    hassh_port: hassh.map(({ port }) => port),
  }
}

let version = 0

/** Writes documents as a refresh does: newer ones beside the older, removed ones as tombstones. */
export async function write(
  analytics: Analytics,
  known: Map<string, IpDocument>,
  changed: readonly IpDocument[],
  removed: readonly string[],
  generation: number,
): Promise<void> {
  version += 1
  const common = { version, generation }
  await analytics.migrator.insert('{local}.ips', [
    ...changed.map((document) => ({ ...row(document), ...common, gone: 0 })),
    ...removed.map((ip) => ({ ip: toColumn(ip), ...common, gone: 1 })),
  ])
  for (const document of changed) known.set(document.ip, document)
  for (const ip of removed) known.delete(ip)
}
