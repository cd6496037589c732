import { addressBytes } from './address.ts'
import { checksum, partialSum } from './checksum.ts'

const ethernetBytes = 14
const protocolNumber = { tcp: 6, udp: 17, icmp: 1, icmpv6: 58 } as const

export interface Packet {
  /** Microseconds since 1970 UTC. */
  at: number
  from: string
  to: string
  ttl: number
  ipId: number
  /** Transport header and payload with a zero checksum field at `checksumAt`. */
  protocol: keyof typeof protocolNumber
  segment: Uint8Array
  checksumAt: number
}

/** An Ethernet frame with right lengths and checksums (RFC 791, RFC 8200 8.1, RFC 9293 3.1, RFC 768, RFC 792, RFC 4443). */
export function frameOf(packet: Packet): Uint8Array {
  const from = addressBytes(packet.from)
  const to = addressBytes(packet.to)
  const ipBytes = from.length === 4 ? 20 : 40
  const bytes = new Uint8Array(ethernetBytes + ipBytes + packet.segment.length)
  const view = new DataView(bytes.buffer)
  // Locally administered hardware addresses: these machines do not exist.
  bytes.set([0x02, 0, 0, 0, 0, 0x02, 0x02, 0, 0, 0, 0, 0x01])
  const start = ethernetBytes + ipBytes
  bytes.set(packet.segment, start)
  if (ipBytes === 20) writeIpv4(view, bytes, packet, from, to)
  else writeIpv6(view, bytes, packet, from, to)
  const needsPseudoHeader = packet.protocol !== 'icmp'
  const pseudo = needsPseudoHeader
    ? partialSum(from, 0, from.length) +
      partialSum(to, 0, to.length) +
      protocolNumber[packet.protocol] +
      packet.segment.length
    : 0
  const sum = checksum(bytes, start, bytes.length, pseudo)
  view.setUint16(start + packet.checksumAt, packet.protocol === 'udp' && sum === 0 ? 0xffff : sum)
  return bytes
}

function writeIpv4(
  view: DataView,
  bytes: Uint8Array,
  packet: Packet,
  from: Uint8Array,
  to: Uint8Array,
): void {
  const at = ethernetBytes
  view.setUint16(12, 0x0800)
  bytes[at] = 0x45
  view.setUint16(at + 2, 20 + packet.segment.length)
  view.setUint16(at + 4, packet.ipId)
  bytes[at + 8] = packet.ttl
  bytes[at + 9] = protocolNumber[packet.protocol]
  bytes.set(from, at + 12)
  bytes.set(to, at + 16)
  view.setUint16(at + 10, checksum(bytes, at, at + 20))
}

function writeIpv6(
  view: DataView,
  bytes: Uint8Array,
  packet: Packet,
  from: Uint8Array,
  to: Uint8Array,
): void {
  const at = ethernetBytes
  view.setUint16(12, 0x86dd)
  bytes[at] = 0x60
  view.setUint16(at + 4, packet.segment.length)
  bytes[at + 6] = protocolNumber[packet.protocol]
  bytes[at + 7] = packet.ttl
  bytes.set(from, at + 8)
  bytes.set(to, at + 24)
}
