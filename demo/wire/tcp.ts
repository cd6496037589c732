import { addressBytes } from '#packet/build/address.ts'
import { ethernet } from '#packet/build/ethernet.ts'
import { ip } from '#packet/build/ip.ts'
import { tcp } from '#packet/build/transport.ts'
import type { Exchange, TcpPlay } from '../exchange.ts'
import type { Random } from '../random.ts'
import type { Packet } from './packet.ts'

const segmentBytes = 1400

interface Side {
  address: string
  port: number
  ttl: number
  next: number
}

interface Extras {
  payload?: Uint8Array
  window?: number
  options?: Uint8Array
}

/** The last four bytes of an address as a number: the whole of an IPv4 one. */
function addressNumber(text: string): number {
  const bytes = addressBytes(text)
  return new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0)
}

/** Plays a TCP exchange (RFC 9293): handshake, turns in segments, FIN from both, or what the outcome says instead. */
export function tcpPackets(exchange: Exchange, play: TcpPlay, random: Random): Packet[] {
  const packets: Packet[] = []
  const wanted = play.syn.sequence
  const sequence =
    wanted === 'destination' ? addressNumber(exchange.destination) : (wanted ?? random.int(0, 0xffff_ffff))
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
  const roundTrip = random.int(8, 260)
  let clock = exchange.at

  const send = (
    from: Side,
    flags: string,
    { payload = new Uint8Array(), window = 502, options }: Extras = {},
  ): void => {
    const to = from === source ? destination : source
    const segment = tcp({
      sourcePort: from.port,
      destinationPort: to.port,
      sequence: from.next,
      ...(flags.includes('A') && { acknowledgment: to.next }),
      flags,
      window,
      payload,
      ...(options && { options }),
    })
    const id = from === source ? identification(exchange, from.next, random) : random.int(1, 0xffff)
    const packet = ip({ source: from.address, destination: to.address, ttl: from.ttl, id }, segment)
    packets.push({ at: clock, frame: ethernet(packet) })
    from.next = (from.next + payload.length + (/[SF]/.test(flags) ? 1 : 0)) >>> 0
  }

  send(source, 'S', { window: play.syn.window, options: play.syn.options })
  if (play.outcome === 'none') return packets
  clock += 0.09
  if (play.outcome === 'reset') {
    send(destination, 'RA', { window: 0 })
    return packets
  }
  send(destination, 'SA', { window: 64_240, options: Uint8Array.of(2, 4, 5, 180) })
  clock += roundTrip
  send(source, 'A')
  for (const { from, bytes } of play.turns) {
    const [speaker, listener] = from === 'source' ? [source, destination] : [destination, source]
    clock += from === 'source' ? 0.4 : 0.15
    for (let at = 0; at < bytes.length; at += segmentBytes)
      send(speaker, 'PA', { payload: bytes.subarray(at, at + segmentBytes) })
    clock += from === 'source' ? 0.06 : roundTrip
    send(listener, 'A')
  }
  clock += 1
  send(source, 'FA')
  clock += 0.08
  send(destination, 'FA')
  clock += roundTrip
  send(source, 'A')
  return packets
}

/** masscan makes the identification of address, port and sequence; ZMap has one of its own; stacks draw one. */
function identification(exchange: Exchange, sequence: number, random: Random): number {
  if (exchange.ipId === 'masscan')
    return (addressNumber(exchange.destination) ^ exchange.destinationPort ^ sequence) & 0xffff
  return exchange.ipId ?? random.int(1, 0xffff)
}
