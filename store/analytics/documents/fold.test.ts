import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IpDocument } from '#model/ip-record.ts'
import type { Session } from '#model/session.ts'
import { cases } from '#tests/cases.ts'
import { writeTagCatalogue } from '../tag-catalogue/write.ts'
import { getDocuments } from '../ips/get.ts'
import type { Analytics } from '../open.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics } from '../testing.ts'
import { refreshDocuments } from './refresh.ts'

const dayMs = 86_400_000
const tagsOf = ({ destination }: Session): string[] => (destination.port === 23 ? ['telnet'] : [])

let analytics: Analytics
let run = 0

beforeAll(async () => {
  analytics = await openTestAnalytics()
  await writeTagCatalogue(analytics, [
    { slug: 'telnet', name: 'Telnet', category: 'worm', intention: 'malicious', cves: [] },
  ])
})
afterAll(() => analytics.close())

const when = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** Values by the number of sessions that showed them, ties in their own order. */
function ranked<T extends string | number>(
  sessions: readonly Session[],
  values: (session: Session) => T[],
): T[] {
  const counts = new Map<T, number>()
  for (const session of sessions)
    for (const value of new Set(values(session))) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value)
}

/** What the document must say, by a plain fold over the published sessions of an address. */
function fold(sessions: readonly Session[]): Partial<IpDocument> {
  const telnet = sessions.filter(({ destination }) => destination.port === 23)
  const last = (some: readonly Session[]): string =>
    some.length > 0 ? when(Math.max(...some.map(({ lastPacket }) => lastPacket))) : ''
  return {
    first_seen: when(Math.min(...sessions.map(({ firstPacket }) => firstPacket))),
    last_seen: last(sessions),
    last_seen_malicious: last(telnet),
    classification: telnet.length > 0 ? 'malicious' : 'unknown',
    tag_sessions: telnet.length > 0 ? [telnet.length] : [],
    sensor_hits: sessions.length,
    sensor_count: new Set(sessions.map(({ sensor }) => sensor)).size,
    source_bytes: sessions.reduce((sum, { source }) => sum + source.bytes, 0),
    scan: ranked(sessions, ({ destination }) => [destination.port]).map((port) => ({
      port,
      protocol: 'tcp',
    })),
    http_path: ranked(sessions, ({ http }) => http?.requests.map(({ path }) => path) ?? []),
    origins: [...new Set(sessions.map(({ origin }) => origin))].sort(),
  }
}

const conversation = fc.record({
  host: fc.constantFrom(1, 2),
  daysAgo: fc.constantFrom(0, 1, 45, 89),
  port: fc.constantFrom(22, 23, 80, 8080),
  paths: fc.array(fc.constantFrom('/', '/a', '/B', '/ä', "/'"), { maxLength: 4 }),
  sensor: fc.constantFrom('s1', 's2'),
  origin: fc.constantFrom('live' as const, 'demo' as const),
  published: fc.boolean(),
})

/** Units of one origin and day, in any order, some delivered twice, with refreshes in between. */
const delivery = fc.record({
  conversations: fc.array(conversation, { minLength: 1, maxLength: 12 }),
  again: fc.array(fc.nat(11), { maxLength: 3 }),
  refreshAfter: fc.nat(11),
})

it('documents equal a plain fold over sessions, however these were cut, ordered and repeated', async () => {
  await fc.assert(
    fc.asyncProperty(delivery, async ({ conversations, again, refreshAfter }) => {
      const net = ++run
      const sessions = conversations.map(({ host, daysAgo, port, paths, ...rest }, index) =>
        exampleSession({
          ...rest,
          from: `10.${net >> 8}.${net & 255}.${host}`,
          port,
          firstPacket: exampleNow - daysAgo * dayMs - index * 61_000,
          http: paths.length > 0 ? exampleHttp(...paths.map((path) => ({ path }))) : null,
        }),
      )
      const order = [...sessions.keys(), ...again.filter((index) => index < sessions.length)]
      for (const index of order) {
        await insertSessions(analytics, { sessions: [sessions[index]!], token: `${net}-${index}`, tagsOf })
        if (index === refreshAfter) await refreshDocuments(analytics, { now: exampleNow })
      }
      await refreshDocuments(analytics, { now: exampleNow })
      for (const host of [1, 2]) {
        const ip = `10.${net >> 8}.${net & 255}.${host}`
        const seen = sessions.filter(({ source, published }) => source.ip === ip && published)
        const [document] = await getDocuments(analytics, [ip])
        if (seen.length === 0) expect(document).toBeUndefined()
        else expect(document).toMatchObject(fold(seen))
      }
    }),
    { numRuns: cases(4, 8), seed: 20_260_315 },
  )
})
