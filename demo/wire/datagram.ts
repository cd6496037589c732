import type { Exchange, IcmpPlay, UdpPlay } from '../exchange.ts'
import type { Random } from '../random.ts'
import type { Packet } from './frame.ts'

export function udpPackets(exchange: Exchange, play: UdpPlay, random: Random): Packet[] {
  return play.turns.map((turn, at) => {
    const outward = turn.from === 'source'
    const segment = new Uint8Array(8 + turn.bytes.length)
    const view = new DataView(segment.buffer)
    view.setUint16(0, outward ? exchange.sourcePort : exchange.destinationPort)
    view.setUint16(2, outward ? exchange.destinationPort : exchange.sourcePort)
    view.setUint16(4, segment.length)
    segment.set(turn.bytes, 8)
    return {
      at: exchange.at * 1000 + at * 900,
      from: outward ? exchange.source : exchange.destination,
      to: outward ? exchange.destination : exchange.source,
      ttl: outward ? exchange.ttl : 64,
      ipId: random.int(1, 0xffff),
      protocol: 'udp',
      segment,
      checksumAt: 6,
    }
  })
}

/** Echo request and, when answered, its reply: ICMP 8/0 (RFC 792), ICMPv6 128/129 (RFC 4443 4). */
export function icmpPackets(exchange: Exchange, play: IcmpPlay, random: Random): Packet[] {
  const six = exchange.source.includes(':')
  const identifier = random.int(1, 0xffff)
  const message = (outward: boolean): Packet => {
    const segment = new Uint8Array(8 + play.payload.length)
    segment[0] = six ? (outward ? 128 : 129) : outward ? 8 : 0
    new DataView(segment.buffer).setUint16(4, identifier)
    segment[7] = 1
    segment.set(play.payload, 8)
    return {
      at: exchange.at * 1000 + (outward ? 0 : 700),
      from: outward ? exchange.source : exchange.destination,
      to: outward ? exchange.destination : exchange.source,
      ttl: outward ? exchange.ttl : 64,
      ipId: random.int(1, 0xffff),
      protocol: six ? 'icmpv6' : 'icmp',
      segment,
      checksumAt: 2,
    }
  }
  return play.answered ? [message(true), message(false)] : [message(true)]
}
