import { createHash } from 'node:crypto'
import type { ProtocolFacts } from '#model/protocols/table.ts'
import { noFacts, type Session } from '#model/session.ts'
import { sessionIds } from '#pipeline/ingest/admission.ts'
import { sampleSession } from '#pipeline/spool/testing.ts'

/** What texts of attackers try: to run, to break out, to lead away, to turn the line around, to be unseen, to be endless. */
export const tricks: readonly string[] = [
  '<script>alert(1);document.title="owned"</script>',
  '"><img src=x onerror=alert(2)><svg onload=alert(3)>\'}{${7*7}',
  'javascript:alert(4)//https://evil.test/x',
  'a\u202egnp.exe\u2066\u2067b\u202d',
  'pay\u200bload\u200d\ufeff\u00ad\x1b[31m\x07\x00z',
  'A'.repeat(10_000),
  'مرحبا'.repeat(2000),
]

/** Facts of every protocol, with the trick in every text that bytes of a source become; fingerprints are numbers of ours over them. */
function factsOf(trick: string): ProtocolFacts {
  const hash = createHash('md5').update(trick).digest('hex')
  const request = {
    method: trick,
    uri: `/${trick}`,
    path: `/${trick}`,
    version: trick,
    host: trick,
    userAgent: trick,
    headerNames: [trick],
    cookieKeys: [trick],
    authorization: trick,
    cookies: trick,
    origin: trick,
    referer: trick,
    contentType: trick,
    otherHeaders: [`x: ${trick}`],
    bodyBytes: 7,
    bodyMd5: hash,
    bodyStart: trick,
  }
  const http = { requestCount: 1, requests: [request], statusCodes: [200], serverHeader: trick }
  const tls = {
    versions: ['TLSv1.2'],
    ja3: [hash],
    ja3Strings: [trick],
    ja4: [`t13d1516h2_${hash.slice(0, 12)}_${hash.slice(12, 24)}`],
    serverNames: [trick],
    alpn: [trick],
    ciphers: ['0x1301'],
  }
  return {
    http,
    destinationHttp: http,
    tls,
    destinationTls: tls,
    ssh: {
      clientVersion: trick,
      serverVersion: trick,
      hassh: hash,
      hasshString: trick,
      hasshServer: hash,
      hasshServerString: trick,
      clientKex: trick,
      hostKey: trick,
    },
    telnet: { lines: [trick] },
    destinationTelnet: { lines: [trick] },
    decoy: { events: 1, users: [trick], passwords: [trick], commands: [trick], links: [trick] },
  }
}

/** A session a trick, of one source, with the trick in all that was captured and all that reference data says of it. */
export function hostileSessions({
  source,
  workspace,
  batch,
  now,
}: {
  source: string
  workspace: string
  /** Whose sessions they are. */
  batch: string
  now: number
}): Session[] {
  const idOf = sessionIds(batch)
  return tricks.map((trick, at) =>
    sampleSession(idOf(at), {
      ...factsOf(trick),
      workspace,
      sensor: trick.slice(0, 200),
      firstPacket: now - 60_000 - at * 1000,
      lastPacket: now - 59_000 - at * 1000,
      ipProtocol: 6,
      transport: 'tcp',
      source: { ip: source, port: 40_000 + at, bytes: 60, packets: 1 },
      destination: { ip: '203.0.113.9', port: 80, bytes: 60, packets: 1 },
      protocols: ['http', 'ssh', 'tcp', 'telnet', 'tls'],
      sourcePayload: Buffer.from(trick).subarray(0, 512),
      sourceFacts: {
        ...noFacts,
        countryCode: 'US',
        country: 'United States',
        region: trick,
        city: trick,
        asn: 'AS64500',
        organization: trick,
        category: 'hosting',
        rdns: trick,
        domain: trick,
        carrier: trick,
        datacenter: trick,
        vpn: true,
        vpnService: trick,
      },
    }),
  )
}
