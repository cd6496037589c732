import { pcapHeader, pcapRecord } from '#packet/build/pcap.ts'
import type { Exchange } from '../exchange.ts'
import type { Random } from '../random.ts'
import { icmpPackets, udpPackets } from './datagram.ts'
import type { Packet } from './packet.ts'
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
  let parts = [pcapHeader()]
  let bytes = 0
  for (const { at, frame } of packets) {
    const record = pcapRecord(at, frame)
    parts.push(record)
    bytes += record.length
    if (bytes < chunkBytes) continue
    yield Buffer.concat(parts)
    parts = []
    bytes = 0
  }
  yield Buffer.concat(parts)
}
