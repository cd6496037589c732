import { keptHeaders } from '#model/kept-headers.ts'
import type { HttpRequest } from '#model/protocols/http.ts'
import type { SshFacts } from '#model/protocols/ssh.ts'
import { noProtocolFacts } from '#model/protocols/table.ts'
import {
  noFacts,
  type Conversation,
  type Enrichment,
  type Session,
  type TcpFacts,
  type Transport,
} from '#model/session.ts'

/**
 * Sessions drawn with a few strokes, for the proofs of the rules: a plain conversation between two documentation
 * addresses, and what a rule looks at changed.
 */
export interface Proof {
  /** The rule that is proved. */
  slug: string
  /** Each of these must get the tag. */
  fires: readonly Session[]
  /** Alike in all but what matters: none of these may get it. */
  spares: readonly Session[]
}

export const proof = (slug: string, fires: Session | Session[], spares: Session | Session[]): Proof => ({
  slug,
  fires: [fires].flat(),
  spares: [spares].flat(),
})

/** The same, seen in a network in use. */
export const inNetwork = (session: Session): Session => ({ ...session, vantage: 'network' })

type Changes = Partial<Session>

/** A TCP connection as Linux opens one, handshake done. */
const tcpFacts: TcpFacts = {
  flags: { syn: 1, synAck: 1, ack: 4, psh: 2, rst: 0, fin: 2, urg: 0 },
  handshake: true,
  initRtt: 20,
  sequence: 2_718_281_828,
  window: 64_240,
  options: '2-4-8-1-3',
  sequenceIsDestination: false,
  masscanId: false,
}

const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text.slice(0, 1024), (char) => char.charCodeAt(0) & 255)

const conversation = (transport: Transport, ipProtocol: number, port: number): Conversation => ({
  firstPacket: Date.UTC(2026, 0, 2, 3, 4, 5),
  lastPacket: Date.UTC(2026, 0, 2, 3, 4, 9),
  direction: 'request',
  ipProtocol,
  transport,
  source: { ip: '198.51.100.7', port: port === 0 ? 0 : 40_000, bytes: 600, packets: 6 },
  destination: { ip: '192.0.2.9', port, bytes: 400, packets: 5 },
  protocols: [transport],
  vlans: [],
  ttl: 52,
  ipId: 4242,
  icmp: null,
  tcp: transport === 'tcp' ? tcpFacts : null,
  ...noProtocolFacts,
  sourcePayload: new Uint8Array(),
  destinationPayload: new Uint8Array(),
  communityId: '',
})

const session = (from: Conversation, changes: Changes): Session => ({
  ...from,
  id: '00000000000000000000000000000000',
  origin: 'live',
  workspace: '00000000-0000-0000-0000-000000000000',
  published: true,
  sensor: 'sensor-1',
  vantage: 'sensor',
  capture: '',
  sourceFacts: noFacts,
  destinationFacts: noFacts,
  ...changes,
})

/** A TCP conversation whose source said `payload` (each character a byte). */
export const tcp = (port: number, payload = '', changes: Changes = {}): Session =>
  session(
    {
      ...conversation('tcp', 6, port),
      // In silence nothing is pushed.
      ...(payload === '' && { tcp: { ...tcpFacts, flags: { ...tcpFacts.flags, psh: 0 } } }),
      sourcePayload: latin1(payload),
    },
    changes,
  )

/** A SYN nobody answered. */
export const syn = (port: number, facts: Partial<TcpFacts> = {}, changes: Changes = {}): Session => {
  const flags = { ...tcpFacts.flags, synAck: 0, ack: 0, psh: 0, fin: 0 }
  return tcp(port, '', { tcp: { ...tcpFacts, flags, handshake: false, initRtt: null, ...facts }, ...changes })
}

export const udp = (port: number, payload = '', changes: Changes = {}): Session =>
  session({ ...conversation('udp', 17, port), sourcePayload: latin1(payload) }, changes)

export const icmp = (type: number, code = 0): Session =>
  session(conversation('icmp', 1, 0), { icmp: { type, code } })

export const telnet = (...lines: string[]): Session =>
  tcp(23, `${lines.join('\r\n')}\r\n`, { protocols: ['tcp', 'telnet'], telnet: { lines } })

export const ssh = (clientVersion: string, facts: Partial<SshFacts> = {}): Session =>
  tcp(22, `${clientVersion}\r\n`, {
    protocols: ['ssh', 'tcp'],
    ssh: {
      clientVersion,
      serverVersion: 'SSH-2.0-OpenSSH_9.6',
      hassh: 'ec7378c1a92f5a8dde7e8b7a1ddf33d1',
      hasshString: '',
      hasshServer: '',
      hasshServerString: '',
      clientKex: 'curve25519-sha256',
      hostKey: '',
      ...facts,
    },
  })

export const tls = (port = 443): Session =>
  tcp(port, '\u0016\u0003\u0001', {
    protocols: ['tcp', 'tls'],
    tls: {
      versions: ['TLSv1.3'],
      ja3: ['e7d705a3286e19ea42f587b344ee6865'],
      ja3Strings: [''],
      ja4: ['t13d1516h2_8daaf6152771_02713d6af862'],
      serverNames: [],
      alpn: [],
      ciphers: [],
    },
  })

/** What a request says beyond method, URI and body; `headers` are further header lines. */
interface Said {
  agent?: string
  headers?: Record<string, string>
  authorization?: string
  cookies?: string
  referer?: string
  origin?: string
  contentType?: string
}

export interface Asked {
  request: HttpRequest
  text: string
}

/** Headers whose values a request keeps in fields. */
const fields: ReadonlySet<string> = new Set(Object.keys(keptHeaders))

const httpRequest = (method: string, uri: string, body: string, said: Said): Asked => {
  const userAgent = said.agent ?? 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
  const headers: Record<string, string> = {
    Host: '192.0.2.9',
    'User-Agent': userAgent,
    ...(said.authorization !== undefined && { Authorization: said.authorization }),
    ...(said.cookies !== undefined && { Cookie: said.cookies }),
    ...(said.referer !== undefined && { Referer: said.referer }),
    ...(said.origin !== undefined && { Origin: said.origin }),
    ...(said.contentType !== undefined && { 'Content-Type': said.contentType }),
    ...said.headers,
  }
  const request: HttpRequest = {
    method,
    uri,
    path: uri.replace(/^https?:\/\/[^/]*/, '').split('?')[0] ?? '',
    version: '1.1',
    host: '192.0.2.9',
    userAgent,
    headerNames: Object.keys(headers),
    cookieKeys: (said.cookies ?? '')
      .split(';')
      .map((pair) => pair.split('=')[0]?.trim() ?? '')
      .filter((key) => key !== ''),
    authorization: said.authorization ?? '',
    cookies: said.cookies ?? '',
    origin: said.origin ?? '',
    referer: said.referer ?? '',
    contentType: said.contentType ?? '',
    otherHeaders: Object.entries(said.headers ?? {})
      .filter(([name]) => !fields.has(name.toLowerCase()))
      .map(([name, value]) => `${name.toLowerCase()}: ${value.replaceAll(/\r?\n[ \t]+/g, ' ').trim()}`),
    bodyBytes: body.length,
    bodyMd5: '',
    bodyStart: body.slice(0, 4096),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return { request, text: [`${method} ${uri} HTTP/1.1`, ...lines, '', body].join('\r\n') }
}

/** A session with these requests in it, to port 80. */
export const web = (...asked: Asked[]): Session =>
  tcp(80, asked.map(({ text }) => text).join(''), {
    protocols: ['http', 'tcp'],
    http: {
      requestCount: asked.length,
      requests: asked.map(({ request }) => request),
      statusCodes: [200],
      serverHeader: '',
    },
  })

/** One connection that carries the requests of all these, in order. */
export const onOneConnection = (...sessions: readonly Session[]): Session =>
  web(
    ...sessions.flatMap(({ http, sourcePayload }) => {
      const text = Buffer.from(sourcePayload).toString('latin1')
      return (http?.requests ?? []).map((one) => ({ request: one, text }))
    }),
  )

export const get = (uri: string, said: Said = {}): Session => web(httpRequest('GET', uri, '', said))
export const post = (uri: string, body = '', said: Said = {}): Session =>
  web(httpRequest('POST', uri, body, said))
export const request = (method: string, uri: string, body = '', said: Said = {}): Session =>
  web(httpRequest(method, uri, body, said))
/** A request for the front page by a program that says `agent`. */
export const agent = (name: string): Session => get('/', { agent: name })

export const from = (facts: Partial<Enrichment>, base: Session = syn(443)): Session => ({
  ...base,
  sourceFacts: { ...noFacts, ...facts },
})

/** A SYN from this very address. */
export const at = (ip: string): Session => {
  const base = syn(443)
  return { ...base, source: { ...base.source, ip } }
}
