import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DecoyEvent, eventLimits, kindComment } from '#model/sensor/event.ts'
import { ethernet } from '#packet/build/ethernet.ts'
import { ipv4 } from '#packet/build/ip.ts'
import { pcap, type TimedFrame } from '#packet/build/pcap.ts'
import { sealed, udp } from '#packet/build/transport.ts'
import { PcapReader } from '#packet/capture/pcap.ts'
import type { FlowEnds } from '../decoys/interface.ts'
import { Losses } from '../losses.ts'
import { eventsOf, packetsOf, type ReadPacket } from '../testing/segment.ts'
import { frameOf, here, host, visit } from '../testing/visits.ts'
import { Gatherer, gathererLimits } from './gatherer.ts'
import { Segments } from './segments.ts'
import { Whose } from './whose.ts'

/** A sensor whose clock the claim moves. */
function gathering() {
  const closed: ReadPacket[][] = []
  const losses = new Losses()
  const whose = new Whose(host)
  const segments = new Segments((pcapng) => closed.push(packetsOf(pcapng)))
  let now = 0
  const gatherer = new Gatherer(
    (packet, at) => whose.of(packet, at),
    (flow) => segments.add(flow, now),
    losses,
  )
  const from = { name: 'any', linkType: 1 }
  const reader = new PcapReader({
    record: (record) => gatherer.packet(record, from, now),
    skip: (reason) => expect(reason).toBe('never'),
  })
  return {
    closed,
    losses,
    gatherer,
    push: (bytes: Uint8Array) => reader.push(bytes),
    at(time: number) {
      now = time
      gatherer.tick(now)
      segments.tick(now)
    },
    end() {
      gatherer.end()
      segments.close()
    },
  }
}

const text = (packet: ReadPacket): string => packet.frame.toString('latin1')
const textsOf = (frames: readonly Uint8Array[]): string[] =>
  frames.map((frame) => Buffer.from(frame).toString('latin1'))
const numbered = (flow: FlowEnds, payloads: string[]): Uint8Array[] => [
  frameOf(flow, 'in', { flags: 'S', sequence: 0 }),
  frameOf(flow, 'out', { flags: 'SA', sequence: 0 }),
  ...payloads.map((payload, index) =>
    frameOf(flow, index % 2 ? 'out' : 'in', { flags: 'PA', payload, sequence: 1 + index }),
  ),
]

/** Flows whose packets come interleaved, in chunks cut anywhere. */
const arrivals = fc
  .record({
    flows: fc.array(fc.array(fc.string({ maxLength: 40 }), { maxLength: 6 }), {
      minLength: 1,
      maxLength: 12,
    }),
    turns: fc.infiniteStream(fc.nat(1000)),
    cuts: fc.infiniteStream(fc.integer({ min: 1, max: 300 })),
    pauses: fc.infiniteStream(fc.nat(400)),
  })
  .map(({ flows, turns, cuts, pauses }) => {
    const open = flows.map((payloads, index) => numbered(visit(40_000 + index), payloads))
    const wanted = open.map(textsOf)
    const frames: TimedFrame[] = []
    while (open.some((left) => left.length > 0)) {
      const left = open.filter((some) => some.length > 0)
      const frame = left[turns.next().value! % left.length]?.shift()
      if (frame) frames.push({ at: 1_700_000_000_000 + frames.length, frame })
    }
    return { wanted, frames, cuts, pauses }
  })

test('every packet of a flow lies in one segment, once, in the order it came, however the bytes arrive', () => {
  fc.assert(
    fc.property(arrivals, ({ wanted, frames, cuts, pauses }) => {
      const sensor = gathering()
      const bytes = pcap(frames)
      let time = 0
      for (let at = 0; at < bytes.length;) {
        const next = at + (cuts.next().value ?? 1)
        sensor.push(bytes.subarray(at, next))
        at = next
        // Never as long as a flow may be silent.
        sensor.at((time += Math.min(pauses.next().value ?? 0, 2000 / frames.length)))
      }
      sensor.at(time + gathererLimits.silentMs.more)
      sensor.end()
      const found = sensor.closed.map((segment) => segment.map(text))
      expect(found.flat().sort()).toEqual(wanted.flat().sort())
      for (const flow of wanted) {
        const holding = found.filter((segment) => segment.some((one) => flow.includes(one)))
        expect(holding).toHaveLength(1)
        expect(holding[0]?.filter((one) => flow.includes(one))).toEqual(flow)
      }
      expect(
        sensor.closed
          .flat()
          .map(({ at }) => at)
          .sort(),
      ).toEqual(frames.map(({ at }) => at))
      expect(sensor.losses.all()).toEqual({})
    }),
  )
})

test('a flow is over after both FINs or a reset, a moment later', () => {
  for (const end of [['FA', 'FA'], ['R']]) {
    const sensor = gathering()
    const flow = visit(40_000)
    const frames = [
      ...numbered(flow, ['hello']),
      ...end.map((flags, index) => frameOf(flow, index === 0 ? 'in' : 'out', { flags })),
      frameOf(flow, 'in', { sequence: 99 }),
    ]
    sensor.push(pcap(frames.map((frame, index) => ({ at: index, frame }))))
    sensor.at(gathererLimits.lingerMs - 1)
    expect(sensor.gatherer.size).toBe(1)
    sensor.at(gathererLimits.lingerMs)
    sensor.at(5000)
    expect(sensor.closed.map((segment) => segment.map(text))).toEqual([textsOf(frames)])
  }
})

test('a single packet waits 3 s, a silent conversation 15 s, and none longer than a minute', () => {
  const waited = (frames: Uint8Array[], every: number, times: number): number => {
    const sensor = gathering()
    sensor.push(pcap([]))
    let time = 0
    const body = (frame: Uint8Array) => pcap([{ at: time, frame }]).subarray(24)
    for (const frame of frames) sensor.push(body(frame))
    for (let turn = 1; turn <= times && sensor.gatherer.size > 0; turn++) {
      sensor.at((time = turn * every))
      if (turn % 10 === 0 && sensor.gatherer.size > 0 && frames.length > 2)
        sensor.push(body(frameOf(visit(40_000), 'in', { payload: 'x' })))
    }
    return time
  }
  const flow = visit(40_000)
  expect(waited([frameOf(flow, 'in', { flags: 'S' })], 100, 1000)).toBe(3000)
  expect(waited(numbered(flow, []), 100, 1000)).toBe(15_000)
  expect(waited(numbered(flow, ['more']), 1000, 200)).toBe(60_000)
})

test('what a decoy understood stands beside its flow, whether it comes before the packets or after', () => {
  const flow = visit(40_000)
  const login: DecoyEvent = {
    kind: 'login',
    at: 5,
    protocol: 'ssh',
    user: 'root',
    password: '1234',
    accepted: true,
  }
  const command: DecoyEvent = { kind: 'command', at: 6, protocol: 'ssh', text: 'x'.repeat(eventLimits.text) }
  const sensor = gathering()
  sensor.gatherer.event(flow, login, 0)
  sensor.push(
    pcap([...numbered(flow, ['a']), frameOf(visit(40_001), 'in')].map((frame) => ({ at: 1, frame }))),
  )
  for (let more = 0; more < 100; more++) sensor.gatherer.event(flow, command, 1)
  sensor.end()
  const [segment = []] = sensor.closed
  expect(eventsOf(segment)).toEqual([
    login,
    ...Array.from({ length: eventLimits.perFlow - 1 }, () => command),
  ])
  expect(segment.filter(({ comments }) => comments.length > 0)).toHaveLength(1)
})

test('what a decoy says of a flow that was never captured is counted as lost', () => {
  const sensor = gathering()
  sensor.gatherer.event(visit(40_000), { kind: 'command', at: 1, protocol: 'ssh', text: 'w' }, 0)
  sensor.at(9999)
  expect(sensor.losses.all()).toEqual({})
  sensor.at(10_000)
  expect(sensor.losses.all()).toEqual({ events: 1 })
})

test('of a program’s visitors headers alone are kept, and it is said', () => {
  const sensor = gathering()
  const frames = numbered(visit(40_000, 53), ['secret question', 'secret answer'])
  sensor.push(pcap(frames.map((frame) => ({ at: 1, frame }))))
  sensor.end()
  const [segment = []] = sensor.closed
  expect(segment.map(({ frame }) => frame.length)).toEqual([54, 54, 54, 54])
  expect(segment.map(text).join('')).not.toContain('secret')
  expect(segment.map(({ comments }) => comments)).toEqual([[`${kindComment}network`], [], [], []])
})

test('later fragments go with the first of their datagram', () => {
  const datagram = sealed(
    udp({ sourcePort: 40_000, destinationPort: 161, payload: 'y'.repeat(200) }),
    '198.51.100.7',
    here,
  )
  const ends = { source: '198.51.100.7', destination: here, id: 7 }
  const parts = [0, 96, 192].map((offset) =>
    ethernet(ipv4(ends, 17, datagram.subarray(offset, offset + 96), { offset, more: offset < 192 })),
  )
  const sensor = gathering()
  sensor.push(pcap(parts.map((frame) => ({ at: 1, frame }))))
  expect(sensor.gatherer.size).toBe(1)
  sensor.end()
  expect(sensor.closed.flat().map(text)).toEqual(textsOf(parts))
})

test('a long flow is cut into pieces that fit, and nothing of it is missing', () => {
  const sensor = gathering()
  const payload = 'z'.repeat(60_000)
  const frames = numbered(
    visit(40_000),
    Array.from({ length: 200 }, () => payload),
  )
  sensor.push(pcap(frames.map((frame) => ({ at: 1, frame }))))
  sensor.end()
  expect(sensor.closed.length).toBeGreaterThan(1)
  expect(sensor.closed.flat()).toHaveLength(frames.length)
  for (const segment of sensor.closed)
    expect(segment.reduce((sum, { frame }) => sum + frame.length, 0)).toBeLessThan(7.5 * 1024 * 1024)
})
