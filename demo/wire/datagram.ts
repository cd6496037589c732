import { ethernet } from '#packet/build/ethernet.ts'
import { ip } from '#packet/build/ip.ts'
import { icmp, udp, type Segment } from '#packet/build/transport.ts'
import type { Exchange, IcmpPlay, UdpPlay } from '../exchange.ts'
import type { Random } from '../random.ts'
import type { Packet } from './packet.ts'

function sent(
  { source, destination, ttl }: Exchange,
  outward: boolean,
  segment: Segment,
  random: Random,
): Uint8Array {
  const [from, to] = outward ? [source, destination] : [destination, source]
  return ethernet(
    ip({ source: from, destination: to, ttl: outward ? ttl : 64, id: random.int(1, 0xffff) }, segment),
  )
}

export function udpPackets(exchange: Exchange, play: UdpPlay, random: Random): Packet[] {
  const { sourcePort, destinationPort } = exchange
  return play.turns.map(({ from, bytes: payload }, at) => {
    const outward = from === 'source'
    const ports = outward
      ? { sourcePort, destinationPort }
      : { sourcePort: destinationPort, destinationPort: sourcePort }
    return { at: exchange.at + at * 0.9, frame: sent(exchange, outward, udp({ ...ports, payload }), random) }
  })
}

/** Echo request and, when answered, its reply: ICMP 8/0 (RFC 792), ICMPv6 128/129 (RFC 4443 4). */
export function icmpPackets(exchange: Exchange, { payload, answered }: IcmpPlay, random: Random): Packet[] {
  const six = exchange.source.includes(':')
  const rest = (random.int(1, 0xffff) << 16) >>> 0
  const message = (outward: boolean): Packet => {
    const type = six ? (outward ? 128 : 129) : outward ? 8 : 0
    const frame = sent(exchange, outward, icmp({ six, type, rest: rest + 1, payload }), random)
    return { at: exchange.at + (outward ? 0 : 0.7), frame }
  }
  return answered ? [message(true), message(false)] : [message(true)]
}
