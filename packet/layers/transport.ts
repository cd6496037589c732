import { be16, be32, bound, has, next, type Walk } from './walk.ts'

export const protocols = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58 } as const

/** TCP (RFC 9293 §3.1). */
export function tcp(walk: Walk): number {
  if (!has(walk, 20)) return next.done
  const { bytes: b, at } = walk
  const header = (b[at + 12]! >>> 4) * 4
  if (header < 20) {
    walk.skip('bad-header')
    return next.done
  }
  walk.protocol = protocols.tcp
  walk.sourcePort = be16(b, at)
  walk.destinationPort = be16(b, at + 2)
  walk.sequence = be32(b, at + 4)
  walk.acknowledgment = be32(b, at + 8)
  walk.flags = b[at + 13]!
  walk.window = be16(b, at + 14)
  walk.optionsAt = at + 20
  // Options or payload may be cut by the snap length: the ports and flags still count.
  walk.optionsEnd = Math.min(at + header, walk.end)
  walk.at = walk.optionsEnd
  walk.wireEnd = Math.max(walk.at, walk.wireEnd)
  walk.found(walk)
  return next.done
}

/** UDP (RFC 768). A length of 0 is a jumbogram (RFC 2675) or offload. Well-known tunnels go on behind it. */
export function udp(walk: Walk): number {
  if (!has(walk, 8)) return next.done
  const { bytes: b, at } = walk
  const length = be16(b, at + 4)
  if (length !== 0 && length < 8) {
    walk.skip('bad-header')
    return next.done
  }
  if (length !== 0) bound(walk, length)
  walk.protocol = protocols.udp
  walk.sourcePort = be16(b, at)
  walk.destinationPort = be16(b, at + 2)
  walk.at += 8
  walk.found(walk)
  return next.done
}

export function icmp(walk: Walk): number {
  return icmpOf(walk, protocols.icmp)
}

export function icmpv6(walk: Walk): number {
  return icmpOf(walk, protocols.icmpv6)
}

/** ICMP (RFC 792) and ICMPv6 (RFC 4443): type and code; a quoted packet inside is not a conversation. */
function icmpOf(walk: Walk, protocol: number): number {
  if (!has(walk, 2)) return next.done
  walk.protocol = protocol
  walk.sourcePort = 0
  walk.destinationPort = 0
  walk.icmpType = walk.bytes[walk.at]!
  walk.icmpCode = walk.bytes[walk.at + 1]!
  walk.at = Math.min(walk.at + 8, walk.end)
  walk.found(walk)
  return next.done
}
