import { describe, expect, it } from 'vitest'
import { ethernet } from '../build/ethernet.ts'
import { ip, ipv4, ipv6 } from '../build/ip.ts'
import { pcap } from '../build/pcap.ts'
import { sealed, tcp, udp } from '../build/transport.ts'
import { limits } from '../limits.ts'
import { dissected } from '../testing/dissected.ts'

const four = { source: '198.51.100.7', destination: '203.0.113.9', ttl: 47, id: 99 }
const six = { source: '2001:db8::7', destination: '2001:db8::9', ttl: 63 }
const segment = tcp({ sourcePort: 40_000, destinationPort: 22, sequence: 1, flags: 'PA', payload: 'hello' })
const flow4 = { source: { ip: four.source, port: 40_000 }, destination: { ip: four.destination, port: 22 } }
const flow6 = { source: { ip: six.source, port: 40_000 }, destination: { ip: six.destination, port: 22 } }
const packet4 = ip(four, segment)
const packet6 = ip(six, segment)

const read = (linkType: number, ...frames: Uint8Array[]) =>
  dissected(
    pcap(
      frames.map((frame, i) => ({ at: i, frame })),
      { linkType },
    ),
  )
const bytes = (...values: number[]) => Uint8Array.from(values)
const behind = (head: Uint8Array, packet: Uint8Array) => Buffer.concat([head, packet])
const ether = (type: number, rest: Uint8Array) =>
  behind(bytes(...station, ...station, type >> 8, type & 255), rest)
const station = [2, 0, 0, 0, 0, 1]

/** GRE with a sequence number, then a header of ERSPAN of this length. */
const erspan = (type: number, length: number, last = 0): Uint8Array => {
  const head = new Uint8Array(8 + length)
  head.set([0x10, 0, type >> 8, type & 255])
  head[8] = type === 0x88be ? 0x10 : 0x20
  head[8 + 11] = last
  return head
}
const within = (port: number, payload: Uint8Array): Uint8Array =>
  ip(four, udp({ sourcePort: 50_000, destinationPort: port, payload }))

describe('a packet in a datagram is found beside it', () => {
  // Length, numbers, an offset of two; the PPP protocol without address and control.
  const l2tpOfAll = bytes(0x4a, 2, 0, 0, 0, 1, 0, 2, 0, 7, 0, 8, 0, 2, 9, 9, 0, 0x57)
  const identity = new Uint8Array(16 + 20)
  it.each<[string, Uint8Array, object]>([
    [
      'VXLAN on its early port',
      within(8472, behind(bytes(8, 0, 0, 0, 0, 0, 1, 0), ethernet(packet4))),
      flow4,
    ],
    ['L2TP', within(1701, behind(bytes(0, 2, 0, 1, 0, 2, 0xff, 3, 0, 0x21), packet4)), flow4],
    ['L2TP with every field', within(1701, behind(l2tpOfAll, packet6)), flow6],
    ['MPLS', within(6635, behind(bytes(0, 1, 1, 64), packet4)), flow4],
    ['MPLS of two labels', within(6635, behind(bytes(0, 1, 0, 64, 0, 2, 1, 64), packet6)), flow6],
    [
      'AYIYA',
      within(5072, behind(bytes(0x41, 0x52, 0x11, 41, 0, 0, 0, 0), behind(identity, packet6))),
      flow6,
    ],
  ])('%s', async (_name, packet, flow) => {
    const { conversations, report } = await read(228, packet)
    expect(conversations.map(({ transport }) => transport)).toEqual(['udp', 'tcp'])
    expect(conversations[1]).toMatchObject(flow)
    expect(report.skipped).toEqual([])
  })
})

describe('a packet is found', () => {
  const cooked1 = Uint8Array.from({ length: 16 }, (_, i) => (i === 14 ? 8 : 0))
  const cooked2 = Uint8Array.from({ length: 20 }, (_, i) => (i === 0 ? 0x86 : i === 1 ? 0xdd : 0))
  it.each<[string, number, Uint8Array, object]>([
    ['in Ethernet', 1, ethernet(packet4), flow4],
    ['in Ethernet, padded', 1, behind(ethernet(packet4), new Uint8Array(9).fill(88)), flow4],
    ['in a VLAN', 1, ethernet(packet6, [7]), { ...flow6, vlans: [7] }],
    ['in stacked VLANs', 1, ethernet(packet4, [100, 7]), { ...flow4, vlans: [100, 7] }],
    ['in 802.1ad', 1, ether(0x88a8, behind(bytes(0, 5, 8, 0), packet4)), { ...flow4, vlans: [5] }],
    ['in 802.3 with SNAP', 1, ether(99, behind(bytes(0xaa, 0xaa, 3, 0, 0, 0, 8, 0), packet4)), flow4],
    ['in Linux cooked v1', 113, behind(cooked1, packet4), flow4],
    ['in Linux cooked v2', 276, behind(cooked2, packet6), flow6],
    ['in raw IP (12)', 12, packet4, flow4],
    ['in raw IP (14)', 14, packet6, flow6],
    ['in raw IP (101)', 101, packet6, flow6],
    ['in raw IPv4', 228, packet4, flow4],
    ['in raw IPv6', 229, packet6, flow6],
    ['behind a little-endian loopback family', 0, behind(bytes(30, 0, 0, 0), packet6), flow6],
    ['behind a big-endian loopback family', 0, behind(bytes(0, 0, 0, 2), packet4), flow4],
    ['in OpenBSD loopback', 108, behind(bytes(0, 0, 0, 24), packet6), flow6],
    ['in GRE', 228, ipv4(four, 47, behind(bytes(0, 0, 0x86, 0xdd), packet6)), flow6],
    ['in IPv4 in IPv6', 229, ipv6(six, 4, packet4), flow4],
    ['in MPLS', 1, ether(0x8847, behind(bytes(0, 1, 0, 64, 0, 2, 1, 64), packet4)), flow4],
    ['in PPPoE', 1, ether(0x8864, behind(bytes(0x11, 0, 0, 1, 0, 9, 0, 0x21), packet4)), flow4],
    [
      'in PPPoE with a protocol of one byte',
      1,
      ether(0x8864, behind(bytes(0x11, 0, 0, 1, 0, 9, 0x21), packet4)),
      flow4,
    ],
    ['in ERSPAN I', 228, ipv4(four, 47, behind(bytes(0, 0, 0x88, 0xbe), ethernet(packet4))), flow4],
    ['in ERSPAN II', 228, ipv4(four, 47, behind(erspan(0x88be, 8), ethernet(packet6))), flow6],
    ['in ERSPAN III', 228, ipv4(four, 47, behind(erspan(0x22eb, 12), ethernet(packet6))), flow6],
    [
      'in ERSPAN III with more of its own',
      228,
      ipv4(four, 47, behind(erspan(0x22eb, 20, 1), ethernet(packet6))),
      flow6,
    ],
  ])('%s', async (_name, linkType, frame, flow) => {
    const { conversations, report } = await read(linkType, frame)
    expect(conversations).toHaveLength(1)
    expect(conversations[0]).toMatchObject(flow)
    expect(conversations[0]!.source.bytes).toBe(frame.length)
    expect(Buffer.from(conversations[0]!.sourcePayload).toString()).toBe('hello')
    expect(report.skipped).toEqual([])
  })

  it('without the tags of a frame that comes later', async () => {
    const other = tcp({ sourcePort: 40_001, destinationPort: 22, sequence: 1, flags: 'S' })
    const { conversations } = await read(
      1,
      ethernet(packet4),
      ethernet(ip(four, other), [7]),
      ethernet(packet4),
    )
    expect(conversations.map(({ vlans }) => vlans)).toEqual([[], [7]])
  })

  it('behind every IPv6 extension header', async () => {
    const inner = sealed(segment, six.source, six.destination)
    const hopByHop = bytes(60, 0, 1, 4, 0, 0, 0, 0)
    const destination = bytes(43, 0, 1, 4, 0, 0, 0, 0)
    const routing = bytes(44, 0, 4, 0, 0, 0, 0, 0)
    const atomic = bytes(51, 0, 0, 0, 0, 0, 0, 9)
    const authentication = bytes(6, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2)
    const chain = Buffer.concat([hopByHop, destination, routing, atomic, authentication, inner])
    const { conversations } = await read(229, ipv6(six, 0, chain))
    expect(conversations[0]).toMatchObject({ ...flow6, ipProtocol: 6, ttl: 63 })
  })

  it('inside VXLAN beside the outer conversation', async () => {
    const payload = behind(bytes(8, 0, 0, 0, 0, 0, 1, 0), ethernet(packet4))
    const outer = ip(six, udp({ sourcePort: 5000, destinationPort: 4789, payload }))
    const { conversations } = await read(229, outer)
    expect(conversations.map(({ transport }) => transport)).toEqual(['udp', 'tcp'])
    expect(conversations[1]).toMatchObject(flow4)
  })
})

describe('fragments', () => {
  const datagram = udp({ sourcePort: 5000, destinationPort: 53, payload: 'x'.repeat(100) })
  const whole = sealed(datagram, four.source, four.destination)
  const part = (from: number, to: number) =>
    ipv4(four, 17, whole.subarray(from, to), { offset: from, more: to < whole.length })

  it.each([
    ['in order', [part(0, 48), part(48, 96), part(96, 108)]],
    ['the last first', [part(96, 108), part(0, 48), part(48, 96)]],
    ['overlapping', [part(0, 64), part(48, 96), part(96, 108)]],
  ])('make one packet %s, counted where it becomes whole', async (_name, frames) => {
    const { conversations, report } = await read(228, ...frames)
    expect(conversations).toHaveLength(1)
    expect(conversations[0]).toMatchObject({ source: { port: 5000, packets: 1, bytes: frames[2]!.length } })
    expect(Buffer.from(conversations[0]!.sourcePayload).toString()).toBe('x'.repeat(100))
    expect(report.skipped).toEqual([])
  })

  it('of a number that is used again are not mixed: what waited for longer than a minute is counted and let go', async () => {
    const other = udp({ sourcePort: 5000, destinationPort: 5060, payload: 'y'.repeat(100) })
    const later = sealed(other, four.source, four.destination)
    const frames = [
      { at: 0, frame: part(0, 48) },
      ...[0, 48].map((from, place) => ({
        at: 5 * 3_600_000 + place,
        frame: ipv4(four, 17, later.subarray(from, from === 0 ? 48 : 108), {
          offset: from,
          more: from === 0,
        }),
      })),
    ]
    for (const captured of [frames, frames.map(({ at, frame }) => ({ at: 5 * 3_600_000 - at + 1, frame }))]) {
      const { conversations, report } = await dissected(pcap(captured, { linkType: 228 }))
      expect(conversations).toMatchObject([{ destination: { port: 5060 } }])
      expect(Buffer.from(conversations[0]!.sourcePayload).toString()).toBe('y'.repeat(100))
      expect(report.skipped).toMatchObject([{ reason: 'incomplete-fragments', count: 1 }])
    }
    const [first, last] = [part(0, 48), part(48, 108)]
    const slow = [
      { at: 0, frame: first },
      { at: limits.fragmentsWait, frame: last },
    ]
    expect((await dissected(pcap(slow, { linkType: 228 }))).conversations).toHaveLength(1)
  })

  it('whose others never come are counted', async () => {
    const { conversations, report } = await read(228, part(0, 48), part(96, 108))
    expect(conversations).toEqual([])
    expect(report.skipped).toMatchObject([{ reason: 'incomplete-fragments', count: 2 }])
  })
})

describe('what is not read is counted', () => {
  it.each<[string, number, Uint8Array, string]>([
    ['an unknown link type', 147, packet4, 'unknown-link-type'],
    ['ARP', 1, ether(0x806, new Uint8Array(28)), 'not-ip'],
    ['SCTP', 228, ipv4(four, 132, new Uint8Array(12)), 'other-transport'],
    ['a frame cut inside IPv4', 1, ethernet(packet4).subarray(0, 30), 'cut-short-header'],
    ['an IPv4 header of 16 bytes', 228, behind(bytes(0x44), packet4.subarray(1)), 'bad-header'],
    ['endless extension headers', 229, ipv6(six, 60, endless()), 'too-many-layers'],
  ])('%s', async (_name, linkType, frame, reason) => {
    const { conversations, report } = await read(linkType, frame)
    expect(conversations).toEqual([])
    expect(report.skipped).toEqual([{ reason, count: 1, firstAt: { offset: 24, packet: 1 } }])
  })

  it('what an L2TP of version 3 carries, and nothing of what is no tunnel', async () => {
    const [three, control, other] = [
      within(1701, behind(bytes(0, 3, 0, 0, 0, 0, 0, 1), packet4)),
      within(1701, behind(bytes(0xc8, 2, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0), packet4)),
      within(8472, behind(bytes(8, 0, 0, 1, 0, 0, 1, 0), ethernet(packet4))),
    ]
    for (const [frame, skipped] of [
      [three, [{ reason: 'unknown-link-type', count: 1 }]],
      [control, []],
      [other, []],
    ] as const) {
      const { conversations, report } = await read(228, frame)
      expect(conversations.map(({ transport }) => transport)).toEqual(['udp'])
      expect(report.skipped).toMatchObject(skipped)
    }
  })

  it('a TCP header that is cut behind the ports still counts for the conversation', async () => {
    const { conversations, report } = await read(228, packet4.subarray(0, 28))
    expect(conversations[0]).toMatchObject(flow4)
    expect(report.skipped).toMatchObject([{ reason: 'cut-short-header', count: 1 }])
  })

  it('a TCP header that is wrong says nothing of its sender, whatever frame came before', async () => {
    const wrong = Buffer.from(packet4)
    wrong[20 + 12] = 0x10
    const other = tcp({
      sourcePort: 40_001,
      destinationPort: 22,
      sequence: 9,
      acknowledgment: 8,
      flags: 'A',
      window: 7,
    })
    const [alone] = (await read(228, wrong)).conversations
    const { conversations, report } = await read(228, ip(four, other), wrong)
    expect(conversations[1]).toMatchObject({ ...flow4, tcp: { ...alone!.tcp, window: 0, sequence: 0 } })
    expect(report.skipped).toMatchObject([{ reason: 'bad-header', count: 1 }])
  })
})

function endless(): Uint8Array {
  return Uint8Array.from({ length: 8 * 300 }, (_, i) => (i % 8 === 0 ? 60 : 0))
}
