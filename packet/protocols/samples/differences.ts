import type { Conversation } from '#model/session.ts'
import { limits } from '#packet/limits.ts'
import type { CaptureFacts } from './known-differences.ts'

/** What stands in `wanted` more often than in `found`. */
function missing(wanted: string[], found: string[]): string[] {
  const left = [...found]
  return wanted.filter((entry) => {
    const at = left.indexOf(entry)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** tshark reads texts as UTF-8, we keep bytes: what is not ASCII is compared as one sign. */
const ascii = (value: string): string => value.replaceAll(/[^ -~]+/g, '?')

const end = ({ ip, port }: { ip: string; port: number }): string => `${ip}:${port}`
const flow = (from: string, to: string): string => `${from} > ${to}`

function requestsIn(conversations: Conversation[]): string[] {
  return conversations.flatMap(({ http, destinationHttp }) =>
    [...(http?.requests ?? []), ...(destinationHttp?.requests ?? [])].map((r) =>
      ascii(JSON.stringify([r.method, r.uri, r.host, r.userAgent, r.version, r.headerNames])),
    ),
  )
}

/** tshark gives only method and target of requests that share a packet with another. */
function requestsWanted({ http = [] }: CaptureFacts): string[] {
  return http
    .filter((r) => !r.pipelined)
    .map((r) => [
      r.method,
      r.uri.slice(0, limits.text),
      r.host ?? '',
      r.user_agent ?? '',
      r.version ?? '',
      r.header_names ?? [],
    ])
    .map((fields) => ascii(JSON.stringify(fields)))
}

function sshIn(conversations: Conversation[]): string[] {
  return conversations.flatMap(({ ssh, source, destination }) => {
    if (!ssh) return []
    const [client, server] = [source, destination]
    const said = (who: typeof client, kind: string, value: string) =>
      value ? [`${end(who)} ${kind} ${value}`] : []
    return [
      ...said(client, 'banner', ssh.clientVersion),
      ...said(server, 'banner', ssh.serverVersion),
      ...said(client, 'hassh', ssh.hassh),
      ...said(server, 'hassh_server', ssh.hasshServer),
    ]
  })
}

/** Each fact once: tshark repeats it for every retransmitted packet. */
function sshWanted({ ssh = [] }: CaptureFacts): string[] {
  const kinds = ['banner', 'hassh', 'hassh_server'] as const
  return [
    ...new Set(
      ssh.flatMap((row) =>
        kinds.flatMap((kind) => (row[kind] ? [`${row.src}:${row.src_port} ${kind} ${row[kind]}`] : [])),
      ),
    ),
  ]
}

function hellosIn(conversations: Conversation[], kind: 'ja3' | 'ja4'): string[] {
  return conversations.flatMap(({ tls, destinationTls, source, destination }) => [
    ...(tls?.[kind] ?? []).map((print) => `${flow(end(source), end(destination))} ${print}`),
    ...(destinationTls?.[kind] ?? []).map((print) => `${flow(end(destination), end(source))} ${print}`),
  ])
}

function hellosWanted({ tls_client_hellos = [] }: CaptureFacts, kind: 'ja3' | 'ja4'): string[] {
  return tls_client_hellos.flatMap((h) =>
    h[kind] ? [`${flow(`${h.src}:${h.src_port}`, `${h.dst}:${h.dst_port}`)} ${h[kind]}`] : [],
  )
}

/** Differences of one capture to facts made by tshark, by kind; none when it agrees in everything. */
export function differences(facts: CaptureFacts, conversations: Conversation[]): string[] {
  const requests = conversations
    .flatMap(({ http, destinationHttp }) => [http, destinationHttp])
    .reduce((sum, http) => sum + (http?.requestCount ?? 0), 0)
  const counts =
    requests === (facts.http_request_count ?? 0)
      ? []
      : [`http count: ${requests}, not ${facts.http_request_count ?? 0}`]
  const compare = (kind: string, wanted: string[], found: string[], exact: boolean): string[] => [
    ...missing(wanted, found).map((entry) => `${kind} missing: ${entry}`),
    ...(exact ? missing(found, wanted).map((entry) => `${kind} extra: ${entry}`) : []),
  ]
  return [
    ...counts,
    ...compare('http', requestsWanted(facts), requestsIn(conversations), false),
    ...compare('ja3', hellosWanted(facts, 'ja3'), hellosIn(conversations, 'ja3'), true),
    ...compare('ja4', hellosWanted(facts, 'ja4'), hellosIn(conversations, 'ja4'), true),
    ...compare('ssh', sshWanted(facts), [...new Set(sshIn(conversations))], true),
  ]
}
