import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Conversation } from '#model/session.ts'
import { limits } from '#packet/limits.ts'
import { dissect } from '../dissect.ts'
import { type CaptureFacts, known, outsideScope } from './samples/known-differences.ts'

/** Captures with facts made by tshark beside the repository; without them only the comparison itself is tested. */
const folder = join(import.meta.dirname, '../../../shared/data/pcap')

interface Sidecar {
  facts: CaptureFacts
}

async function conversationsOf(name: string): Promise<Conversation[]> {
  const all: Conversation[] = []
  await dissect(createReadStream(join(folder, name)), (batch) => {
    all.push(...batch)
  })
  return all
}

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

/** Differences of one capture, by kind; none when it agrees in everything. */
function differences(facts: CaptureFacts, conversations: Conversation[]): string[] {
  const requests = conversations.reduce(
    (sum, { http, destinationHttp }) =>
      sum + (http?.requestCount ?? 0) + (destinationHttp?.requestCount ?? 0),
    0,
  )
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

describe('the comparison with facts', () => {
  it('sees what is missing and what is too much', () => {
    const hello = { src: '192.0.2.1', dst: '192.0.2.2', src_port: 1, dst_port: 2, transport: 'tcp', ja4: 'a' }
    const facts = { http_request_count: 1, http: [{ method: 'GET', uri: '/' }], tls_client_hellos: [hello] }
    expect(differences(facts, [])).toHaveLength(3)
    const ends = { source: { ip: '192.0.2.1', port: 1 }, destination: { ip: '192.0.2.2', port: 2 } }
    const other = {
      ...ends,
      http: null,
      ssh: null,
      tls: { ja3: [], ja4: ['a', 'b'] },
    } as unknown as Conversation
    expect(differences({ tls_client_hellos: [hello] }, [other])).toEqual([
      'ja4 extra: 192.0.2.1:1 > 192.0.2.2:2 b',
    ])
  })
})

if (!existsSync(folder))
  console.log('packet/protocols/facts: no ../shared/data/pcap, real captures are not compared')
else {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -5))
  const captures = names
    .map((name) => ({ name, ...(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Sidecar) }))
    .filter(({ name, facts }) => facts.http || facts.tls_client_hellos || facts.ssh || known[name])
    .filter(({ facts }) => !outsideScope(facts))

  describe('HTTP, TLS and SSH of real captures are what tshark says', () => {
    it.each(captures)('$name', async ({ name, facts }) => {
      const found = differences(facts, await conversationsOf(name))
      const reason = known[name]
      if (!reason) expect(found).toEqual([])
      else
        expect(found, `${reason.because} (no longer true: take it off the list)`).toHaveLength(
          reason.differences,
        )
    })
  })
}
