import { describe, expect, test } from 'vitest'
import { demoCaptures } from '#demo/captures.ts'
import type { Session } from '#model/session.ts'
import { meanings } from './meanings.ts'
import {
  compare,
  dayMs,
  enricher,
  matching,
  nextId,
  now,
  overTime,
  recorded,
  sessionsOf,
  store,
} from './stored.ts'

/** Each field of an address means what its entry in the registry says, on captures from packet to document. */

/**
 * Two sources that ask a hundred hosts, ports and sensors within two minutes, as nobody in the demo does: one asks for other
 * paths, too, the other is never answered.
 */
function sweepLike(session: Session | undefined): Session[] {
  if (!session?.tcp) throw new Error('Nobody in the demo speaks HTTP.')
  const { source, destination, http, tcp } = session
  const to = (ip: string, at: number): Session => ({
    ...session,
    id: nextId(),
    firstPacket: session.firstPacket + 1200 * at,
    lastPacket: session.lastPacket + 1200 * at,
    source: { ...source, ip },
    sourceFacts: enricher.enrich(ip, 'demo'),
    destination: { ...destination, ip: `203.0.113.${at}`, port: 8000 + at },
    destinationFacts: enricher.enrich(`203.0.113.${at}`, 'demo'),
    sensor: `sweep-${at}`,
    http: http && {
      ...http,
      requests: http.requests.map((request) => ({ ...request, path: `/${at}`, userAgent: `agent ${at}` })),
    },
  })
  /** A SYN that nobody answers. */
  const silent = (each: Session): Session => ({
    ...each,
    http: null,
    protocols: ['tcp'],
    tcp: { ...tcp, handshake: false, initRtt: null, flags: { ...tcp.flags, synAck: 0, psh: 0 } },
    sourcePayload: new Uint8Array(),
    destinationPayload: new Uint8Array(),
  })
  return Array.from({ length: 100 }, (_, at) => [
    to('198.18.254.254', at),
    silent(to('198.18.254.253', at)),
  ]).flat()
}

test('every recorded field has a meaning to compare with', () => {
  expect(recorded.map(({ column }) => column).filter((column) => !(column in meanings))).toEqual([])
})

describe('two days of the demo, packet by packet', async () => {
  const sessions: Session[] = []
  for (const { sensor, midnight, bytes } of demoCaptures(now)) {
    if (midnight < now - 2.5 * dayMs) continue
    const content = async function* () {
      yield* bytes()
    }
    sessions.push(...(await sessionsOf(content, { origin: 'demo', sensor, shiftMs: 0 })))
  }
  sessions.push(...sweepLike(sessions.find(({ http }) => (http?.requests.length ?? 0) > 0)))
  const known = await store(sessions)
  const { found, wrongTags } = await compare(known)

  test.each(recorded)('$name is what its entry says', ({ column }) => {
    expect(found.get(column)?.wrong.slice(0, 3)).toEqual([])
  })

  test('each tag says how many sessions carried it, and when', () => {
    expect(wrongTags.slice(0, 3)).toEqual([])
  })

  test('tags over time are among them, and not everybody carries one', () => {
    const carrying = overTime(known)
    expect(carrying.size).toBeGreaterThanOrEqual(5)
    for (const [slug, ips] of carrying) expect(ips.size, slug).toBeLessThan(known.size / 2)
  })

  test('most fields say something of somebody there', () => {
    expect(known.size).toBeGreaterThan(100)
    const silent = recorded.filter(({ column }) => found.get(column)?.said === 0).map(({ name }) => name)
    expect(silent.length, silent.join(', ')).toBeLessThan(12)
    for (const name of [
      'bot',
      'vpn_service',
      'last_seen_malicious',
      'metadata.single_destination',
      'last_seen_benign',
    ])
      expect(silent).not.toContain(name)
  })

  test.each([
    ['bot:true', 'bot', true],
    ['single_destination:true', 'single_destination', true],
    ['vpn:true', 'vpn', true],
    ['spoofable:true', 'spoofable', true],
    ['tor:true', 'tor', true],
  ])('%s finds just those', async (query, column, value) => {
    const expected = [...known].filter(([, { seen }]) => meanings[column]?.(seen) === value).map(([ip]) => ip)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(known.size)
    expect((await matching(query)).filter((ip) => known.has(ip)).sort()).toEqual(expected.sort())
  })

  test('interesting finds who is new, real and up to something', async () => {
    const expected = [...known].flatMap(([ip, { seen }]) =>
      ['malicious', 'suspicious'].includes(String(meanings.classification?.(seen))) &&
      meanings.spoofable?.(seen) === false &&
      Date.parse(String(meanings.first_seen?.(seen))) >= now - 7 * dayMs
        ? [ip]
        : [],
    )
    expect(expected.length).toBeGreaterThan(0)
    expect((await matching('interesting')).filter((ip) => known.has(ip)).sort()).toEqual(expected.sort())
  })
})
