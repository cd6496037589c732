import type { HttpFacts, SshFacts, TelnetFacts, TlsFacts } from '#model/session.ts'
import { limits } from '../limits.ts'
import { type ApplicationFacts, type ByEnd, opposite, type SshEnd } from '../stream.ts'

export const noFacts = (): ApplicationFacts => ({
  protocols: new Set(),
  http: { source: null, destination: null },
  tls: { source: null, destination: null },
  telnet: { source: null, destination: null },
  ssh: { source: null, destination: null },
  asks: new Set(),
  answers: new Set(),
})

/**
 * Adds what a later connection between the same ends and ports said. Lists go on within limits.ts; of single facts
 * the first stands.
 */
export function addFacts(to: ApplicationFacts, later: ApplicationFacts): void {
  for (const name of later.protocols) to.protocols.add(name)
  for (const end of later.asks) to.asks.add(end)
  for (const end of later.answers) to.answers.add(end)
  for (const end of ['source', 'destination'] as const) {
    to.http[end] = both(to.http[end], later.http[end], addHttp)
    to.tls[end] = both(to.tls[end], later.tls[end], addTls)
    to.telnet[end] = both(to.telnet[end], later.telnet[end], addTelnet)
    to.ssh[end] = both(to.ssh[end], later.ssh[end], addSsh)
  }
}

/** The same facts when the ends change places. */
export const turned = (facts: ApplicationFacts): ApplicationFacts => ({
  protocols: facts.protocols,
  http: otherWay(facts.http),
  tls: otherWay(facts.tls),
  telnet: otherWay(facts.telnet),
  ssh: otherWay(facts.ssh),
  asks: new Set([...facts.asks].map(opposite)),
  answers: new Set([...facts.answers].map(opposite)),
})

const otherWay = <T>({ source, destination }: ByEnd<T>): ByEnd<T> => ({
  source: destination,
  destination: source,
})

const both = <T>(first: T | null, later: T | null, add: (first: T, later: T) => T): T | null =>
  first && later ? add(first, later) : (first ?? later)

const joined = <T>(first: T[], later: T[], most: number): T[] => [...first, ...later].slice(0, most)

const addHttp = (first: HttpFacts, later: HttpFacts): HttpFacts => ({
  requestCount: first.requestCount + later.requestCount,
  requests: joined(first.requests, later.requests, limits.httpRequests),
  statusCodes: joined(first.statusCodes, later.statusCodes, limits.httpRequests),
  serverHeader: first.serverHeader || later.serverHeader,
})

function addTls(first: TlsFacts, later: TlsFacts): TlsFacts {
  const most = limits.clientHellos
  return {
    versions: joined(first.versions, later.versions, most),
    ja3: joined(first.ja3, later.ja3, most),
    ja3Strings: joined(first.ja3Strings, later.ja3Strings, most),
    ja4: joined(first.ja4, later.ja4, most),
    serverNames: joined(first.serverNames, later.serverNames, most),
    alpn: joined(first.alpn, later.alpn, most),
    ciphers: joined(first.ciphers, later.ciphers, most),
  }
}

function addSsh(first: SshEnd, later: SshEnd): SshEnd {
  const made = { ...first }
  for (const name of Object.keys(later) as (keyof SshEnd)[]) made[name] ||= later[name]
  return made
}

/** The source is the client; null when neither end introduced itself. */
export function sshFacts({ source, destination }: ByEnd<SshEnd>): SshFacts | null {
  if (!source && !destination) return null
  return {
    clientVersion: source?.banner ?? '',
    serverVersion: destination?.banner ?? '',
    hassh: source?.hassh ?? '',
    hasshString: source?.hasshString ?? '',
    hasshServer: destination?.hasshServer ?? '',
    hasshServerString: destination?.hasshServerString ?? '',
    clientKex: source?.kex ?? '',
    hostKey: destination?.hostKey ?? '',
  }
}

const addTelnet = (first: TelnetFacts, later: TelnetFacts): TelnetFacts => ({
  lines: joined(first.lines, later.lines, limits.telnetLines),
})
