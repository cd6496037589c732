import { addressBytes } from './address.ts'
import { checksum } from './checksum.ts'

const bytesOf = (payload: Uint8Array | string | undefined): Uint8Array =>
  typeof payload === 'string' ? Buffer.from(payload, 'latin1') : (payload ?? new Uint8Array(0))

/** A transport's bytes still without the checksum that covers the addresses, and where that goes. */
export interface Segment {
  protocol: number
  bytes: Uint8Array
  checksumAt: number
}

export interface TcpSegment {
  sourcePort: number
  destinationPort: number
  sequence: number
  acknowledgment?: number
  /** Letters of FSRPAU. */
  flags: string
  window?: number
  /** Option bytes, padded here to a multiple of four with the end-of-options kind. */
  options?: Uint8Array
  /** Text is Latin-1. */
  payload?: Uint8Array | string
}

export function tcp(segment: TcpSegment): Segment {
  const options = segment.options ?? new Uint8Array(0)
  const payload = bytesOf(segment.payload)
  const header = 20 + Math.ceil(options.length / 4) * 4
  const bytes = Buffer.alloc(header + payload.length)
  bytes.writeUInt16BE(segment.sourcePort, 0)
  bytes.writeUInt16BE(segment.destinationPort, 2)
  bytes.writeUInt32BE(segment.sequence >>> 0, 4)
  bytes.writeUInt32BE((segment.acknowledgment ?? 0) >>> 0, 8)
  bytes[12] = (header / 4) << 4
  for (const letter of segment.flags) bytes[13]! |= 1 << 'FSRPAU'.indexOf(letter)
  bytes.writeUInt16BE(segment.window ?? 65_535, 14)
  bytes.set(options, 20)
  bytes.set(payload, header)
  return { protocol: 6, bytes, checksumAt: 16 }
}

export interface UdpDatagram {
  sourcePort: number
  destinationPort: number
  payload?: Uint8Array | string
}

export function udp(datagram: UdpDatagram): Segment {
  const payload = bytesOf(datagram.payload)
  const bytes = Buffer.alloc(8 + payload.length)
  bytes.writeUInt16BE(datagram.sourcePort, 0)
  bytes.writeUInt16BE(datagram.destinationPort, 2)
  bytes.writeUInt16BE(bytes.length, 4)
  bytes.set(payload, 8)
  return { protocol: 17, bytes, checksumAt: 6 }
}

export interface IcmpMessage {
  /** ICMPv6 when true. */
  six?: boolean
  type: number
  code?: number
  /** The four bytes behind the checksum: identifier and sequence number of an echo. */
  rest?: number
  payload?: Uint8Array | string
}

export function icmp(message: IcmpMessage): Segment {
  const payload = bytesOf(message.payload)
  const bytes = Buffer.alloc(8 + payload.length)
  bytes[0] = message.type
  bytes[1] = message.code ?? 0
  bytes.writeUInt32BE(message.rest ?? 0, 4)
  bytes.set(payload, 8)
  return { protocol: message.six ? 58 : 1, bytes, checksumAt: 2 }
}

/** The segment with its checksum; all but ICMPv4 cover a pseudo header (RFC 9293 §3.1, RFC 8200 §8.1). */
export function sealed(segment: Segment, source: string, destination: string): Uint8Array {
  const { protocol, checksumAt } = segment
  const bytes = Buffer.from(segment.bytes)
  const ends = [addressBytes(source), addressBytes(destination)]
  const tail = Buffer.alloc(8)
  tail.writeUInt32BE(bytes.length, 0)
  tail[7] = protocol
  const sum = protocol === 1 ? checksum(bytes) : checksum(...ends, tail, bytes)
  // A UDP checksum of zero would mean "none": it is sent as all ones (RFC 768).
  bytes.writeUInt16BE(sum === 0 && protocol === 17 ? 0xffff : sum, checksumAt)
  return bytes
}
