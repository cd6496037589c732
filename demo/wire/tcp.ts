import type { Exchange, TcpPlay } from '../exchange.ts'
import type { Random } from '../random.ts'
import { addressNumber } from './address.ts'
import type { Packet } from './frame.ts'

const flag = { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16 } as const
const segmentBytes = 1400

interface Side {
  address: string
  port: number
  ttl: number
  next: number
}

/** Plays a TCP exchange (RFC 9293): handshake, turns in segments, FIN from both, or what the outcome says instead. */
export function tcpPackets(exchange: Exchange, play: TcpPlay, random: Random): Packet[] {
  const packets: Packet[] = []
  const sequence =
    play.syn.sequence === 'destination'
      ? addressNumber(exchange.destination)
      : (play.syn.sequence ?? random.int(0, 0xffff_ffff))
  const source: Side = {
    address: exchange.source,
    port: exchange.sourcePort,
    ttl: exchange.ttl,
    next: sequence,
  }
  const destination: Side = {
    address: exchange.destination,
    port: exchange.destinationPort,
    ttl: 64,
    next: random.int(0, 0xffff_ffff),
  }
  const roundTrip = random.int(8_000, 260_000)
  let clock = exchange.at * 1000

  const send = (
    from: Side,
    to: Side,
    flags: number,
    payload: Uint8Array = new Uint8Array(),
    window = 502,
    options: Uint8Array = new Uint8Array(),
  ): void => {
    const header = 20 + options.length
    const segment = new Uint8Array(header + payload.length)
    const view = new DataView(segment.buffer)
    view.setUint16(0, from.port)
    view.setUint16(2, to.port)
    view.setUint32(4, from.next)
    view.setUint32(8, flags & flag.ack ? to.next : 0)
    segment[12] = (header / 4) << 4
    segment[13] = flags
    view.setUint16(14, window)
    segment.set(options, 20)
    segment.set(payload, header)
    const ipId = from === source ? identification(exchange, from.next, random) : random.int(1, 0xffff)
    packets.push({
      at: clock,
      from: from.address,
      to: to.address,
      ttl: from.ttl,
      ipId,
      protocol: 'tcp',
      segment,
      checksumAt: 16,
    })
    from.next = (from.next + payload.length + (flags & (flag.syn | flag.fin) ? 1 : 0)) >>> 0
  }

  send(source, destination, flag.syn, new Uint8Array(), play.syn.window, play.syn.options)
  if (play.outcome === 'none') return packets
  clock += 90
  if (play.outcome === 'reset') {
    send(destination, source, flag.rst | flag.ack, new Uint8Array(), 0)
    return packets
  }
  send(destination, source, flag.syn | flag.ack, new Uint8Array(), 64_240, Uint8Array.of(2, 4, 5, 180))
  clock += roundTrip
  send(source, destination, flag.ack)
  for (const turn of play.turns) {
    const [from, to] = turn.from === 'source' ? [source, destination] : [destination, source]
    clock += turn.from === 'source' ? 400 : 150
    for (let at = 0; at < turn.bytes.length; at += segmentBytes)
      send(from, to, flag.psh | flag.ack, turn.bytes.subarray(at, at + segmentBytes))
    clock += turn.from === 'source' ? 60 : roundTrip
    send(to, from, flag.ack)
  }
  clock += 1_000
  send(source, destination, flag.fin | flag.ack)
  clock += 80
  send(destination, source, flag.fin | flag.ack)
  clock += roundTrip
  send(source, destination, flag.ack)
  return packets
}

/** masscan makes the identification of address, port and sequence; ZMap has one of its own; stacks draw one. */
function identification(exchange: Exchange, sequence: number, random: Random): number {
  if (exchange.ipId === 'masscan')
    return (addressNumber(exchange.destination) ^ exchange.destinationPort ^ sequence) & 0xffff
  return exchange.ipId ?? random.int(1, 0xffff)
}
