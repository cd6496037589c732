import { inside } from './over-udp.ts'
import { be16, be32, bound, has, next, type FrameCursor } from './frame-cursor.ts'

export const protocols = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58 } as const

/** TCP (RFC 9293 §3.1). A header that is cut or wrong behind its ports still counts as a packet between them. */
export function tcp(cursor: FrameCursor): number {
  if (!ports(cursor, protocols.tcp)) return next.done
  const { bytes: b, at } = cursor
  const cut = cursor.end - at < 20
  const header = cut ? 0 : (b[at + 12]! >>> 4) * 4
  if (header < 20) {
    cursor.skip(cut ? 'cut-short-header' : 'bad-header')
    // What stands there is of the frame before.
    cursor.acknowledgment = cursor.flags = cursor.window = 0
    cursor.at = cursor.optionsAt = cursor.optionsEnd = cursor.end = cursor.wireEnd
    return found(cursor)
  }
  cursor.sequence = be32(b, at + 4)
  cursor.acknowledgment = be32(b, at + 8)
  cursor.flags = b[at + 13]!
  cursor.window = be16(b, at + 14)
  cursor.optionsAt = at + 20
  cursor.optionsEnd = Math.min(at + header, cursor.end)
  cursor.at = at + header
  cursor.wireEnd = Math.max(cursor.at, cursor.wireEnd)
  return found(cursor)
}

/** UDP (RFC 768). A length of 0 is a jumbogram (RFC 2675) or offload. Well-known tunnels go on behind it. */
export function udp(cursor: FrameCursor): number {
  if (!ports(cursor, protocols.udp)) return next.done
  const { bytes: b, at } = cursor
  const cut = cursor.end - at < 8
  const length = cut ? 8 : be16(b, at + 4)
  if (cut || (length !== 0 && length < 8)) {
    cursor.skip(cut ? 'cut-short-header' : 'bad-header')
    cursor.at = cursor.end = cursor.wireEnd
    return found(cursor)
  }
  if (length !== 0) bound(cursor, length)
  cursor.at += 8
  found(cursor)
  return inside(cursor)
}

/** Both begin with the two ports. */
function ports(cursor: FrameCursor, protocol: number): boolean {
  if (!has(cursor, 4)) return false
  cursor.protocol = protocol
  cursor.sourcePort = be16(cursor.bytes, cursor.at)
  cursor.destinationPort = be16(cursor.bytes, cursor.at + 2)
  cursor.sequence = 0
  return true
}

function found(cursor: FrameCursor): number {
  cursor.found(cursor)
  return next.done
}

export function icmp(cursor: FrameCursor): number {
  return icmpOf(cursor, protocols.icmp)
}

export function icmpv6(cursor: FrameCursor): number {
  return icmpOf(cursor, protocols.icmpv6)
}

/** ICMP (RFC 792) and ICMPv6 (RFC 4443): type and code; a quoted packet inside is not a conversation. */
function icmpOf(cursor: FrameCursor, protocol: number): number {
  if (!has(cursor, 2)) return next.done
  cursor.protocol = protocol
  cursor.sourcePort = 0
  cursor.destinationPort = 0
  cursor.icmpType = cursor.bytes[cursor.at]!
  cursor.icmpCode = cursor.bytes[cursor.at + 1]!
  cursor.at = Math.min(cursor.at + 8, cursor.end)
  cursor.found(cursor)
  return next.done
}
