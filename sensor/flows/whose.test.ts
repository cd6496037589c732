import { describe, expect, it } from 'vitest'
import { emptyRecord } from '#packet/capture/record.ts'
import { ethernet } from '#packet/build/ethernet.ts'
import { ip } from '#packet/build/ip.ts'
import { icmp } from '#packet/build/transport.ts'
import { frameOf, here, host, visit } from '../testing/visits.ts'
import { keyOfEnds } from './ends-key.ts'
import { type PacketFacts, PacketReader } from './packet.ts'
import { Whose } from './whose.ts'

function read(frame: Uint8Array): PacketFacts {
  const record = { ...emptyRecord(), bytes: frame, end: frame.length, wireLength: frame.length, linkType: 1 }
  const facts = new PacketReader().read(record)
  if (!facts) throw new Error('not read')
  return facts
}

const stranger = '198.51.100.7'
const pinged = (source: string, destination: string, type: number): Uint8Array =>
  ethernet(ip({ source, destination }, icmp({ type })))
const datagram = (port: number) => ({ ...visit(40_000, port), transport: 'udp' as const })

describe('a flow is the sensor’s, of the network, or nobody’s, by its first packet', () => {
  it.each<[string, Uint8Array, 'sensor' | 'network' | null]>([
    ['a SYN to a decoy', frameOf(visit(40_000), 'in', { flags: 'S' }), 'sensor'],
    ['a SYN to a port where nobody listens', frameOf(visit(40_000, 81), 'in', { flags: 'S' }), 'sensor'],
    [
      'the answer of a stranger whose visitor forged our address',
      frameOf(visit(443, 81), 'in', { flags: 'SA' }),
      'sensor',
    ],
    ['a reset out of nothing', frameOf(visit(443, 81), 'in', { flags: 'R' }), 'sensor'],
    ['data amid a connection to a decoy', frameOf(visit(40_000), 'in', { payload: 'x' }), 'sensor'],
    ['data that a decoy sends after a silence', frameOf(visit(40_000), 'out', { payload: 'x' }), 'sensor'],
    ['a datagram to a port where nobody listens', frameOf(datagram(161), 'in'), 'sensor'],
    ['a ping', pinged(stranger, here, 8), 'sensor'],
    ['a SYN to another program', frameOf(visit(40_000, 443), 'in', { flags: 'S' }), null],
    ['the answer of another program', frameOf(visit(40_000, 443), 'out', { flags: 'SA' }), null],
    [
      'a SYN to a program whose visitors are counted',
      frameOf(visit(40_000, 53), 'in', { flags: 'S' }),
      'network',
    ],
    ['a datagram to it', frameOf(datagram(53), 'in'), 'network'],
    ['a connection that such a program begins', frameOf(visit(443, 53), 'out', { flags: 'S' }), null],
    ['a SYN of this host', frameOf(visit(443, 40_000), 'out', { flags: 'S' }), null],
    ['a datagram of this host', frameOf({ ...visit(53, 40_000), transport: 'udp' }, 'out'), null],
    [
      'data of a connection whose beginning we did not see',
      frameOf(visit(443, 40_000), 'in', { payload: 'x' }),
      null,
    ],
    ['a ping of this host', pinged(here, stranger, 8), null],
    ['an error about what this host sent', pinged(stranger, here, 3), null],
    [
      'what this host forwards',
      frameOf({ ...visit(40_000), destination: '203.0.113.9' }, 'in', { flags: 'S' }),
      null,
    ],
    ['what this host says to itself', frameOf(visit(40_000, 22, here), 'in', { flags: 'S' }), null],
  ])('%s', (_name, frame, kind) => {
    expect(new Whose(host).of(read(frame), 0)).toBe(kind)
  })

  it('answers to what the host began are nobody’s either, until it was forgotten', () => {
    const whose = new Whose(host)
    const query = { ...visit(53, 40_000), transport: 'udp' as const }
    expect(whose.of(read(frameOf(query, 'out')), 0)).toBeNull()
    expect(whose.of(read(frameOf(query, 'in')), 1000)).toBeNull()
    expect(whose.of(read(frameOf(query, 'in')), 300_000)).toBeNull()
    expect(whose.of(read(frameOf(query, 'in')), 700_000)).toBe('sensor')
  })

  it('an empty acknowledgement in a connection of the host is nobody’s', () => {
    const flow = visit(443, 40_000)
    const whose = new Whose({ ...host, connections: new Set([keyOfEnds(flow)]) })
    expect(whose.of(read(frameOf(flow, 'in')), 0)).toBeNull()
  })
})
