import { be16, be32, bound, has, next, type FrameCursor } from './frame-cursor.ts'

/** Raw IP: the version decides. */
export function ip(cursor: FrameCursor): number {
  if (!has(cursor, 1)) return next.done
  const version = cursor.bytes[cursor.at]! >>> 4
  if (version === 4) return ipv4(cursor)
  if (version === 6) return ipv6(cursor)
  cursor.skip('bad-header')
  return next.done
}

/** IPv4 (RFC 791). Checksums are not asked: capturing hosts often leave them to the network card. */
export function ipv4(cursor: FrameCursor): number {
  if (!has(cursor, 20)) return next.done
  const { bytes: b, at } = cursor
  const header = (b[at]! & 15) * 4
  const total = be16(b, at + 2)
  // A total length of 0 is segmentation left to the network card: the frame's own end counts.
  if (b[at]! >>> 4 !== 4 || header < 20 || (total !== 0 && total < header)) {
    cursor.skip('bad-header')
    return next.done
  }
  if (total !== 0) bound(cursor, total)
  if (!has(cursor, header)) return next.done
  addresses(cursor, at + 12, 4)
  cursor.ttl = b[at + 8]!
  cursor.ipId = be16(b, at + 4)
  cursor.at += header
  const protocol = b[at + 9]!
  const fragment = be16(b, at + 6) & 0x3fff
  return fragment === 0 ||
    reassembled(cursor, protocol, cursor.ipId, fragment & 0x1fff, (fragment & 0x2000) !== 0)
    ? next.ipProtocol(protocol)
    : next.done
}

/** IPv6 (RFC 8200); a payload length of 0 is a jumbogram or segmentation offload. */
export function ipv6(cursor: FrameCursor): number {
  if (!has(cursor, 40)) return next.done
  const { bytes: b, at } = cursor
  if (b[at]! >>> 4 !== 6) {
    cursor.skip('bad-header')
    return next.done
  }
  const payload = be16(b, at + 4)
  if (payload !== 0) bound(cursor, 40 + payload)
  addresses(cursor, at + 8, 16)
  cursor.ttl = b[at + 7]!
  cursor.ipId = 0
  cursor.at += 40
  return next.ipProtocol(b[at + 6]!)
}

/**
 * Hop-by-hop, destination options, routing: next header, then length in units of 8 bytes less one (RFC 8200 §4.2,
 * 4.4). The options inside are not asked: a wrong one does not hide the ports behind it.
 */
export function extension(cursor: FrameCursor): number {
  if (!has(cursor, 8)) return next.done
  const following = cursor.bytes[cursor.at]!
  const length = (cursor.bytes[cursor.at + 1]! + 1) * 8
  if (!has(cursor, length)) return next.done
  cursor.at += length
  return next.ipProtocol(following)
}

/** Authentication header (RFC 4302 §2.2): length in units of 4 bytes less two. */
export function authentication(cursor: FrameCursor): number {
  if (!has(cursor, 12)) return next.done
  const following = cursor.bytes[cursor.at]!
  const length = (cursor.bytes[cursor.at + 1]! + 2) * 4
  if (!has(cursor, length)) return next.done
  cursor.at += length
  return next.ipProtocol(following)
}

/** Fragment header (RFC 8200 §4.5); offset 0 with nothing to follow is an atomic fragment (RFC 6946). */
export function fragment(cursor: FrameCursor): number {
  if (!has(cursor, 8)) return next.done
  const { bytes: b, at } = cursor
  const following = b[at]!
  const field = be16(b, at + 2)
  cursor.at += 8
  const more = (field & 1) !== 0
  const atomic = field >>> 3 === 0 && !more
  return atomic || reassembled(cursor, following, be32(b, at + 4), field >>> 3, more)
    ? next.ipProtocol(following)
    : next.done
}

function addresses(cursor: FrameCursor, at: number, length: number): void {
  cursor.addresses = cursor.bytes
  cursor.sourceAt = at
  cursor.destinationAt = at + length
  cursor.addressLength = length
}

/** Adds a fragment; true when it completed the datagram, which the cursor then goes on with. `offset` in 8 bytes. */
function reassembled(
  cursor: FrameCursor,
  protocol: number,
  id: number,
  offset: number,
  more: boolean,
): boolean {
  if (cursor.wireEnd > cursor.end) {
    cursor.skip('incomplete-fragments')
    return false
  }
  const whole = cursor.fragments.add(cursor, protocol, id, offset * 8, more)
  if (!whole) return false
  cursor.bytes = whole
  cursor.at = 0
  cursor.end = whole.length
  cursor.wireEnd = whole.length
  return true
}
