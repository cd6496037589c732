import type { Exchange } from '../exchange.ts'
import type { Random } from '../random.ts'
import { icmpPackets, udpPackets } from './datagram.ts'
import { frameOf, type Packet } from './frame.ts'
import { tcpPackets } from './tcp.ts'

const chunkBytes = 256 * 1024

export function packetsOf(exchange: Exchange, random: Random): Packet[] {
  switch (exchange.play.kind) {
    case 'tcp':
      return tcpPackets(exchange, exchange.play, random)
    case 'udp':
      return udpPackets(exchange, exchange.play, random)
    case 'icmp':
      return icmpPackets(exchange, exchange.play, random)
  }
}

/** A pcap file (microseconds, little endian, Ethernet) of the exchanges, packets in order of time, in large chunks. */
export function* capture(exchanges: readonly Exchange[], random: Random): Generator<Uint8Array> {
  const packets = exchanges.flatMap((exchange) => packetsOf(exchange, random)).sort((a, b) => a.at - b.at)
  let chunk = new Uint8Array(chunkBytes)
  let used = fileHeader(chunk)
  for (const packet of packets) {
    const frame = frameOf(packet)
    if (used + 16 + frame.length > chunk.length) {
      yield chunk.subarray(0, used)
      chunk = new Uint8Array(chunkBytes)
      used = 0
    }
    const view = new DataView(chunk.buffer, used)
    view.setUint32(0, Math.floor(packet.at / 1e6), true)
    view.setUint32(4, packet.at % 1e6, true)
    view.setUint32(8, frame.length, true)
    view.setUint32(12, frame.length, true)
    chunk.set(frame, used + 16)
    used += 16 + frame.length
  }
  yield chunk.subarray(0, used)
}

function fileHeader(chunk: Uint8Array): number {
  const view = new DataView(chunk.buffer)
  view.setUint32(0, 0xa1b2_c3d4, true)
  view.setUint16(4, 2, true)
  view.setUint16(6, 4, true)
  view.setUint32(16, 65_535, true)
  view.setUint32(20, 1, true)
  return 24
}
