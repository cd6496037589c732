import type { HttpFacts, SshFacts, TelnetFacts, TlsFacts } from '#model/session.ts'
import { limits } from '../limits.ts'
import type { ApplicationFacts } from '../stream.ts'

export const noFacts = (): ApplicationFacts => ({
  protocols: new Set(),
  http: null,
  tls: null,
  ssh: null,
  telnet: null,
})

/**
 * Adds what a later connection between the same ends and ports said. Lists go on within limits.ts; of single facts
 * the first stands.
 */
export function addFacts(to: ApplicationFacts, later: ApplicationFacts): void {
  for (const name of later.protocols) to.protocols.add(name)
  to.http = both(to.http, later.http, addHttp)
  to.tls = both(to.tls, later.tls, addTls)
  to.ssh = both(to.ssh, later.ssh, addSsh)
  to.telnet = both(to.telnet, later.telnet, addTelnet)
}

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

function addSsh(first: SshFacts, later: SshFacts): SshFacts {
  const made = { ...first }
  for (const name of Object.keys(later) as (keyof SshFacts)[]) made[name] ||= later[name]
  return made
}

const addTelnet = (first: TelnetFacts, later: TelnetFacts): TelnetFacts => ({
  lines: joined(first.lines, later.lines, limits.telnetLines),
})
