import { addressBytes } from './address.ts'
import { checksum } from './checksum.ts'
import { type Segment, sealed } from './transport.ts'

export interface IpHeader {
  /** Both IPv4 or both IPv6, as text. */
  source: string
  destination: string
  ttl?: number
  /** Identification; IPv4 only. */
  id?: number
}

/** An IP packet around a segment, version by the addresses. */
export function ip(header: IpHeader, segment: Segment): Uint8Array {
  const payload = sealed(segment, header.source, header.destination)
  return header.source.includes(':')
    ? ipv6(header, segment.protocol, payload)
    : ipv4(header, segment.protocol, payload)
}

/** `fragment`: offset in bytes (a multiple of 8) and whether more follow. */
export function ipv4(
  header: IpHeader,
  protocol: number,
  payload: Uint8Array,
  fragment = { offset: 0, more: false },
): Uint8Array {
  const bytes = Buffer.alloc(20 + payload.length)
  bytes[0] = 0x45
  bytes.writeUInt16BE(bytes.length, 2)
  bytes.writeUInt16BE(header.id ?? 0, 4)
  bytes.writeUInt16BE((fragment.more ? 0x2000 : 0) | (fragment.offset / 8), 6)
  bytes[8] = header.ttl ?? 64
  bytes[9] = protocol
  bytes.set(addressBytes(header.source), 12)
  bytes.set(addressBytes(header.destination), 16)
  bytes.writeUInt16BE(checksum(bytes.subarray(0, 20)), 10)
  bytes.set(payload, 20)
  return bytes
}

/** `next` is the protocol number of the payload or of the extension header it begins with. */
export function ipv6(header: IpHeader, next: number, payload: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(40 + payload.length)
  bytes[0] = 0x60
  bytes.writeUInt16BE(payload.length, 4)
  bytes[6] = next
  bytes[7] = header.ttl ?? 64
  bytes.set(addressBytes(header.source), 8)
  bytes.set(addressBytes(header.destination), 24)
  bytes.set(payload, 40)
  return bytes
}
