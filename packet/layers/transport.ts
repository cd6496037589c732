import { inside } from './over-udp.ts'
import { be16, be32, bound, has, next, type Walk } from './walk.ts'

export const protocols = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58 } as const

/** TCP (RFC 9293 §3.1). A header that is cut or wrong behind its ports still counts as a packet between them. */
export function tcp(walk: Walk): number {
  if (!ports(walk, protocols.tcp)) return next.done
  const { bytes: b, at } = walk
  const cut = walk.end - at < 20
  const header = cut ? 0 : (b[at + 12]! >>> 4) * 4
  if (header < 20) {
    walk.skip(cut ? 'cut-short-header' : 'bad-header')
    walk.flags = 0
    walk.at = walk.optionsAt = walk.optionsEnd = walk.end = walk.wireEnd
    return found(walk)
  }
  walk.sequence = be32(b, at + 4)
  walk.acknowledgment = be32(b, at + 8)
  walk.flags = b[at + 13]!
  walk.window = be16(b, at + 14)
  walk.optionsAt = at + 20
  walk.optionsEnd = Math.min(at + header, walk.end)
  walk.at = at + header
  walk.wireEnd = Math.max(walk.at, walk.wireEnd)
  return found(walk)
}

/** UDP (RFC 768). A length of 0 is a jumbogram (RFC 2675) or offload. Well-known tunnels go on behind it. */
export function udp(walk: Walk): number {
  if (!ports(walk, protocols.udp)) return next.done
  const { bytes: b, at } = walk
  const cut = walk.end - at < 8
  const length = cut ? 8 : be16(b, at + 4)
  if (cut || (length !== 0 && length < 8)) {
    walk.skip(cut ? 'cut-short-header' : 'bad-header')
    walk.at = walk.end = walk.wireEnd
    return found(walk)
  }
  if (length !== 0) bound(walk, length)
  walk.at += 8
  found(walk)
  return inside(walk)
}

/** Both begin with the two ports. */
function ports(walk: Walk, protocol: number): boolean {
  if (!has(walk, 4)) return false
  walk.protocol = protocol
  walk.sourcePort = be16(walk.bytes, walk.at)
  walk.destinationPort = be16(walk.bytes, walk.at + 2)
  walk.sequence = 0
  return true
}

function found(walk: Walk): number {
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
