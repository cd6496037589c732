import type { HttpRequest } from '#model/protocols/http.ts'
import { noProtocolFacts } from '#model/protocols/table.ts'
import type { Enrichment, Session } from '#model/session.ts'

/** Sessions for tests: a plain TCP conversation, changed where the claim needs it. */

export const exampleFacts: Enrichment = {
  countryCode: 'DE',
  country: 'Germany',
  region: '',
  city: 'Berlin',
  latitude: 52.5,
  longitude: 13.4,
  asn: 'AS64500',
  organization: 'Example Networks',
  category: 'hosting',
  rdns: 'host.example.net',
  domain: 'example.net',
  carrier: '',
  datacenter: '',
  mobile: false,
  tor: false,
  vpn: false,
  vpnService: '',
}

export const exampleRequest: HttpRequest = {
  method: 'GET',
  uri: '/',
  path: '/',
  version: '1.1',
  host: '192.0.2.1',
  userAgent: 'Mozilla/5.0',
  headerNames: ['Host', 'User-Agent'],
  cookieKeys: [],
  authorization: '',
  cookies: '',
  origin: '',
  referer: '',
  contentType: '',
  bodyBytes: 0,
  bodyMd5: '',
  bodyStart: '',
}

export const exampleHttp = (...requests: Partial<HttpRequest>[]): NonNullable<Session['http']> => ({
  requestCount: requests.length,
  requests: requests.map((request) => ({ ...exampleRequest, ...request })),
  statusCodes: [200],
  serverHeader: '',
})

/** The moment tests take for now: 2026-03-15 12:00 UTC. */
export const exampleNow = Date.UTC(2026, 2, 15, 12)

let made = 0

/** A session; every call has its own id unless one is given. */
export function exampleSession(change: Partial<Session> & { from?: string; port?: number } = {}): Session {
  const { from = '198.51.100.7', port = 80, ...rest } = change
  const firstPacket = change.firstPacket ?? exampleNow - 3_600_000
  return {
    id: (++made).toString(16).padStart(32, '0'),
    origin: 'live',
    workspace: '00000000-0000-4000-8000-000000000001',
    published: true,
    sensor: 'sensor-1',
    vantage: 'sensor',
    capture: '',
    firstPacket,
    lastPacket: firstPacket + 1500,
    direction: 'request',
    ipProtocol: 6,
    transport: 'tcp',
    source: { ip: from, port: 40_000, bytes: 120, packets: 2 },
    destination: { ip: '192.0.2.1', port, bytes: 60, packets: 1 },
    protocols: ['tcp'],
    vlans: [],
    ttl: 52,
    ipId: 54_321,
    icmp: null,
    tcp: {
      flags: { syn: 1, synAck: 1, ack: 1, psh: 0, rst: 0, fin: 0, urg: 0 },
      handshake: true,
      initRtt: 12.5,
      sequence: 4_294_967_295,
      window: 1024,
      options: '2-4-8-1-3',
      sequenceIsDestination: false,
      masscanId: false,
    },
    ...noProtocolFacts,
    sourcePayload: new Uint8Array(),
    destinationPayload: new Uint8Array(),
    communityId: '1:example',
    sourceFacts: exampleFacts,
    destinationFacts: {
      ...exampleFacts,
      country: 'France',
      countryCode: 'FR',
      city: 'Paris',
      asn: 'AS64501',
    },
    ...rest,
  }
}
