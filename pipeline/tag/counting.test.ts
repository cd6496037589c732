import type { Session } from '#model/session.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ethernet } from '#packet/build/ethernet.ts'
import { ip } from '#packet/build/ip.ts'
import { pcap, type TimedFrame } from '#packet/build/pcap.ts'
import { tcp, udp } from '#packet/build/transport.ts'
import { dissected } from '#packet/testing/dissected.ts'
import { connection, start } from '#packet/testing/exchange.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { staleDays, retagIfTouched } from '#store/analytics/rebuild/stale-days.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { noTagging } from '#store/analytics/sessions/tagging.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { proofsOverTime } from '#tags/proof/all.ts'
import { tcp as drawn } from '#tags/proof/sketch.ts'
import { compileCounting, nameOfRules } from './compile.ts'

const tags = loadTags().filter(({ count }) => count)

const carried = defineQuery({
  name: 'tags by session',
  params: z.object({}),
  row: z.object({ id: z.string(), tags: z.array(z.string()) }),
  sql: 'SELECT id, tags FROM {db}.sessions',
})

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

describe('rules over time', () => {
  test('every one has sessions that fire it together and ones alike that do not', () => {
    expect(tags.length).toBeGreaterThanOrEqual(10)
    expect(new Set(proofsOverTime.map(({ slug }) => slug))).toEqual(new Set(tags.map(({ slug }) => slug)))
  })

  // The demo's month is stored after it has passed, its oldest day first.
  test.each([
    { origin: 'live', daysAgo: 0, network: '198.51.100' },
    { origin: 'demo', daysAgo: 29, network: '198.18.0' },
  ] as const)(
    'the engine gives the tag of $origin traffic, $daysAgo days old, to those that must have it, and to no other',
    async ({ origin, daysAgo, network }) => {
      const rules = { name: nameOfRules(tags), tagging: noTagging, counting: compileCounting(tags) }
      // Each series has an address of its own, so that they do not count together.
      const sets = proofsOverTime.flatMap(({ slug, fires, spares }) => [
        { slug, sessions: fires, must: true },
        { slug, sessions: spares, must: false },
      ])
      let number = 0
      const sessions = sets.flatMap(({ sessions }, index) =>
        sessions.map((session) => ({
          ...session,
          id: (++number).toString(16).padStart(32, '0'),
          origin,
          firstPacket: session.firstPacket - daysAgo * 86_400_000,
          lastPacket: session.lastPacket - daysAgo * 86_400_000,
          source: { ...session.source, ip: `${network}.${index + 1}` },
        })),
      )
      const byDay = Map.groupBy(sessions, ({ firstPacket }) => Math.floor(firstPacket / 86_400_000))
      for (const [day, some] of byDay)
        await insertSessions(analytics, {
          sessions: some,
          token: `series-${origin}-${day}`,
        })
      for (const day of (await staleDays(analytics, rules.name)).due)
        await retagIfTouched(analytics, day, rules)
      const found = new Map((await analytics.app.run(carried, {})).map((row) => [row.id, row.tags]))
      const dayOf = ({ firstPacket }: Session): number => Math.floor(firstPacket / 86_400_000)
      const wrong = sets.filter(({ slug, must }, index) => {
        const mine = sessions.filter(({ source }) => source.ip === `${network}.${index + 1}`)
        // The whole series carries it, not only those after the count was reached; a day is not told by the next one.
        const expected = must ? mine.filter((one) => dayOf(one) === dayOf(mine.at(-1) ?? one)) : []
        const carrying = mine.filter(({ id }) => found.get(id)?.includes(slug))
        return carrying.map(({ id }) => id).join() !== expected.map(({ id }) => id).join()
      })
      expect(wrong.map(({ slug, must }) => `${slug} ${must ? 'does not fire for all' : 'fires'}`)).toEqual([])
    },
  )

  test('captured packet by packet, those who sweep carry one, and neither who was answered nor who answers', async () => {
    const rules = { name: nameOfRules(tags), tagging: noTagging, counting: compileCounting(tags) }
    const sessions = (
      await Promise.all(
        swept.map(async ({ frames, vantage, snapLength }, index) => {
          const source = `203.0.113.${index + 1}`
          const bytes = pcap(frames(source), snapLength === undefined ? {} : { snapLength })
          const { conversations } = await dissected(bytes)
          return conversations.map((conversation, number): Session => ({
            ...drawn(0),
            ...conversation,
            vantage,
            id: `a${(index * 1000 + number).toString(16).padStart(31, '0')}`,
          }))
        }),
      )
    ).flat()
    await insertSessions(analytics, { sessions, token: 'packets' })
    for (const day of (await staleDays(analytics, rules.name)).due)
      await retagIfTouched(analytics, day, rules)
    const found = new Map((await analytics.app.run(carried, {})).map((row) => [row.id, row.tags]))
    const slugs = swept.map(({ what }, index) => {
      const mine = sessions.filter(({ source }) => source.ip === `203.0.113.${index + 1}`)
      return [what, [...new Set(mine.flatMap(({ id }) => found.get(id) ?? []))].toSorted()]
    })
    expect(slugs).toEqual(swept.map(({ what, carries }) => [what, carries]))
  })
})

/** One source and its packets, as they were captured. */
interface Swept {
  what: string
  frames: (source: string) => TimedFrame[]
  vantage: Session['vantage']
  snapLength?: number
  carries: string[]
}

const ordinary = (source: string, at: (index: number) => number = () => 443): TimedFrame[] =>
  Array.from({ length: 30 }, (_, index) =>
    connection('GET / HTTP/1.1\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', {
      source,
      destination: `192.0.2.${index + 1}`,
      sourcePort: 40_000 + index,
      destinationPort: at(index),
      at: start + index * 100,
    }),
  ).flat()

/** What was sent by ports above 40000: the client's direction. */
const oneWay = (frames: TimedFrame[]): TimedFrame[] =>
  frames.filter(({ frame }) => Buffer.from(frame).readUInt16BE(34) >= 40_000)

const bare = (source: string, port: (index: number) => number, refused = false): TimedFrame[] =>
  Array.from({ length: 30 }, (_, index) => {
    const destination = `192.0.2.${index + 1}`
    const asks = tcp({ sourcePort: 40_000, destinationPort: port(index), sequence: 1, flags: 'S' })
    const refuses = tcp({ sourcePort: port(index), destinationPort: 40_000, sequence: 0, flags: 'RA' })
    return [
      { at: start + index * 100, frame: ethernet(ip({ source, destination }, asks)) },
      {
        at: start + index * 100 + 1,
        frame: ethernet(ip({ source: destination, destination: source }, refuses)),
      },
    ].slice(0, refused ? 2 : 1)
  }).flat()

const datagrams = (
  source: string,
  sourcePort: number,
  payload: string,
  to: (index: number) => number,
): TimedFrame[] =>
  Array.from({ length: 30 }, (_, index) => ({
    at: start + index * 100,
    frame: ethernet(
      ip(
        { source, destination: `192.0.2.${index + 1}` },
        udp({ sourcePort, destinationPort: to(index), payload }),
      ),
    ),
  }))

const encrypted = Array.from({ length: 40 }, (_, at) => String.fromCharCode((at * 89 + 160) & 255)).join('')

/** Datagrams from ports of servers to those of clients. */
const answering: [what: string, port: number, payload: string][] = [
  ['QUIC', 443, `\x4f${encrypted}`],
  ['QUIC that reads like text', 443, 'O'.repeat(40)],
  ['WS-Discovery', 3702, '<?xml version="1.0"?><s:Envelope>'],
  ['SLP', 427, '\x02\x02\x00\x00\x20\x00\x00\x00'],
  ['MSSQL browser', 1434, '\x05\x58\x00ServerName;DB;'],
  ['A2S', 27_015, '\xff\xff\xff\xffI\x11name\x00'],
  ['BACnet', 47_808, '\x81\x0a\x00\x14\x01\x00\x30\x01\x0c'],
  ['TFTP', 50_069, '\x00\x03\x00\x01configuration'],
  ['nothing from the port of DNS', 53, ''],
  ['six bytes from the port of DNS', 53, '\x00\x01\x81\x80\x00\x00'],
]

const swept: Swept[] = [
  { what: 'a workstation, headers only', frames: ordinary, vantage: 'network', snapLength: 54, carries: [] },
  {
    what: 'a workstation, its own direction only',
    frames: (source) => oneWay(ordinary(source)),
    vantage: 'network',
    carries: [],
  },
  {
    what: 'a workstation, headers of its direction',
    frames: (source) => oneWay(ordinary(source)),
    vantage: 'network',
    snapLength: 54,
    carries: [],
  },
  {
    what: 'file shares, headers only',
    frames: (source) => ordinary(source, () => 445),
    vantage: 'network',
    snapLength: 54,
    carries: [],
  },
  {
    what: 'switches by Telnet, one direction',
    frames: (source) => oneWay(ordinary(source, () => 23)),
    vantage: 'network',
    carries: [],
  },
  {
    what: 'many services, headers only',
    frames: (source) => ordinary(source, (index) => 1000 + index),
    vantage: 'network',
    snapLength: 54,
    carries: [],
  },
  {
    what: 'many services, one direction',
    frames: (source) => oneWay(ordinary(source, (index) => 1000 + index)),
    vantage: 'network',
    carries: [],
  },
  {
    what: 'bare SYNs',
    frames: (source) => bare(source, () => 443),
    vantage: 'network',
    carries: ['horizontal-scan'],
  },
  {
    what: 'bare SYNs, refused',
    frames: (source) => bare(source, () => 443, true),
    vantage: 'network',
    carries: ['horizontal-scan'],
  },
  {
    what: 'a sweep of ports',
    frames: (source) => bare(source, (index) => 1000 + index),
    vantage: 'network',
    carries: ['horizontal-scan', 'vertical-scan'],
  },
  {
    what: 'a sweep of Telnet',
    frames: (source) => bare(source, () => 23, true),
    vantage: 'network',
    carries: ['horizontal-scan', 'telnet-sweep'],
  },
  {
    what: 'connections that are opened, not used',
    frames: (source) => ordinary(source).filter((_, at) => at % 8 < 3),
    vantage: 'network',
    carries: ['horizontal-scan'],
  },
  {
    what: 'datagrams to a service',
    frames: (source) => datagrams(source, 40_000, 'hello', () => 9999),
    vantage: 'sensor',
    carries: ['horizontal-scan'],
  },
  {
    what: 'datagrams from the port of DNS to a service',
    frames: (source) => datagrams(source, 53, 'hello', () => 1900),
    vantage: 'sensor',
    carries: ['horizontal-scan'],
  },
  ...answering.map(([what, port, payload]): Swept => ({
    what,
    frames: (source) => datagrams(source, port, payload, (index) => 40_000 + index),
    vantage: 'sensor',
    carries: [],
  })),
]
