import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { known, outsideScope, type CaptureFacts } from '#packet/protocols/samples/known-differences.ts'
import { beyond, more } from '#packet/testing/known-differences.ts'
import { term } from '#gnql/term.ts'
import { extraData } from '../extra-data.ts'

/** Captures of other projects with facts made by tshark. */
export const folder = extraData('pcap')

interface Ends {
  src: string
  src_port: number
  dst: string
  dst_port: number
}

interface Flow extends Partial<Ends> {
  proto: string
  src: string
  dst: string
}

interface Facts extends CaptureFacts {
  packets: number
  /** Seconds since 1970 UTC of the earliest and latest packet. */
  first_ts: number
  last_ts: number
  flow_count: number
  flows: Flow[]
  /** Ports that a SYN was sent to. */
  tcp_dst_ports_syn: number[]
  http?: (NonNullable<CaptureFacts['http']>[number] & Ends)[]
  ssh?: (NonNullable<CaptureFacts['ssh']>[number] & Ends)[]
}

export interface Capture {
  name: string
  facts: Facts
  /** Its flows are not those of the facts, for a reason packet/testing/known-differences.ts gives. */
  differs: boolean
  /** A record holds 90 days: what such a capture saw long before its last packet has left it. */
  outlastsRecords: boolean
}

const daySeconds = 86_400

export const captures: Capture[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => {
    const name = file.slice(0, -'.json'.length)
    const { facts } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { facts: Facts }
    return {
      name,
      facts,
      differs: name in { ...beyond, ...more },
      outlastsRecords: facts.last_ts - facts.first_ts > 88 * daySeconds,
    }
  })

/** A GNQL term that must name `source`, by what the facts say it sent. */
export interface Finding {
  source: string
  query: string
}

const ascii = /^[ -~]{1,200}$/
const flowOf = ({ src, src_port, dst, dst_port }: Partial<Ends>): string =>
  `${src}:${src_port ?? 0} > ${dst}:${dst_port ?? 0}`

/** The first port, path, user agent, JA3, JA4 and HASSH of a capture, of flows the facts draw in the same direction. */
export function findings({ name, facts, differs, outlastsRecords }: Capture): Finding[] {
  if (differs || outlastsRecords) return []
  const flows = new Set(facts.flows.map(flowOf))
  const first = <T extends Ends>(rows: T[] | undefined, field: string, value: (row: T) => unknown) => {
    const row = rows?.find((row) => flows.has(flowOf(row)) && ascii.test(String(value(row) ?? '')))
    return row ? [{ source: row.src, query: term(field, String(value(row))) }] : []
  }
  // Of a connection that was under way only its SYN would say who asked.
  const flow = facts.flows.find(
    ({ proto, dst_port }) =>
      proto === 'tcp' && dst_port !== undefined && facts.tcp_dst_ports_syn.includes(dst_port),
  )
  const port = flow ? [{ source: flow.src, query: term('raw_data.scan.port', String(flow.dst_port)) }] : []
  if (known[name] || outsideScope(facts)) return port
  return [
    ...port,
    ...first(facts.http, 'raw_data.http.path', ({ uri }) => /^\/[^?#]*/.exec(uri)?.[0]),
    ...first(facts.http, 'raw_data.http.useragent', ({ user_agent }) => user_agent),
    ...first(facts.tls_client_hellos, 'raw_data.ja3.fingerprint', ({ ja3 }) => ja3),
    ...first(facts.tls_client_hellos, 'raw_data.tls.ja4', ({ ja4 }) => ja4),
    ...first(facts.ssh, 'raw_data.hassh.fingerprint', ({ hassh }) => hassh),
  ]
}
