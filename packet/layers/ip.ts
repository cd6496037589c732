import { be16, be32, bound, has, next, type Walk } from './walk.ts'

/** Raw IP: the version decides. */
export function ip(walk: Walk): number {
  if (!has(walk, 1)) return next.done
  const version = walk.bytes[walk.at]! >>> 4
  if (version === 4) return ipv4(walk)
  if (version === 6) return ipv6(walk)
  walk.skip('bad-header')
  return next.done
}

/** IPv4 (RFC 791). Checksums are not asked: capturing hosts often leave them to the network card. */
export function ipv4(walk: Walk): number {
  if (!has(walk, 20)) return next.done
  const { bytes: b, at } = walk
  const header = (b[at]! & 15) * 4
  const total = be16(b, at + 2)
  // A total length of 0 is segmentation left to the network card: the frame's own end counts.
  if (b[at]! >>> 4 !== 4 || header < 20 || (total !== 0 && total < header)) {
    walk.skip('bad-header')
    return next.done
  }
  if (total !== 0) bound(walk, total)
  if (!has(walk, header)) return next.done
  addresses(walk, at + 12, 4)
  walk.ttl = b[at + 8]!
  walk.ipId = be16(b, at + 4)
  walk.at += header
  const protocol = b[at + 9]!
  const fragment = be16(b, at + 6) & 0x3fff
  return fragment === 0 ||
    reassembled(walk, protocol, walk.ipId, fragment & 0x1fff, (fragment & 0x2000) !== 0)
    ? next.ipProtocol(protocol)
    : next.done
}

/** IPv6 (RFC 8200); a payload length of 0 is a jumbogram or segmentation offload. */
export function ipv6(walk: Walk): number {
  if (!has(walk, 40)) return next.done
  const { bytes: b, at } = walk
  if (b[at]! >>> 4 !== 6) {
    walk.skip('bad-header')
    return next.done
  }
  const payload = be16(b, at + 4)
  if (payload !== 0) bound(walk, 40 + payload)
  addresses(walk, at + 8, 16)
  walk.ttl = b[at + 7]!
  walk.ipId = 0
  walk.at += 40
  return next.ipProtocol(b[at + 6]!)
}

/**
 * Hop-by-hop, destination options, routing: next header, then length in units of 8 bytes less one (RFC 8200 §4.2,
 * 4.4). The options inside are not asked: a wrong one does not hide the ports behind it.
 */
export function extension(walk: Walk): number {
  if (!has(walk, 8)) return next.done
  const following = walk.bytes[walk.at]!
  const length = (walk.bytes[walk.at + 1]! + 1) * 8
  if (!has(walk, length)) return next.done
  walk.at += length
  return next.ipProtocol(following)
}

/** Authentication header (RFC 4302 §2.2): length in units of 4 bytes less two. */
export function authentication(walk: Walk): number {
  if (!has(walk, 12)) return next.done
  const following = walk.bytes[walk.at]!
  const length = (walk.bytes[walk.at + 1]! + 2) * 4
  if (!has(walk, length)) return next.done
  walk.at += length
  return next.ipProtocol(following)
}

/** Fragment header (RFC 8200 §4.5); offset 0 with nothing to follow is an atomic fragment (RFC 6946). */
export function fragment(walk: Walk): number {
  if (!has(walk, 8)) return next.done
  const { bytes: b, at } = walk
  const following = b[at]!
  const field = be16(b, at + 2)
  walk.at += 8
  const more = (field & 1) !== 0
  const atomic = field >>> 3 === 0 && !more
  return atomic || reassembled(walk, following, be32(b, at + 4), field >>> 3, more)
    ? next.ipProtocol(following)
    : next.done
}

function addresses(walk: Walk, at: number, length: number): void {
  walk.addresses = walk.bytes
  walk.sourceAt = at
  walk.destinationAt = at + length
  walk.addressLength = length
}

/** Adds a fragment; true when it completed the datagram, which the walk then goes on with. `offset` in 8 bytes. */
function reassembled(walk: Walk, protocol: number, id: number, offset: number, more: boolean): boolean {
  if (walk.wireEnd > walk.end) {
    walk.skip('incomplete-fragments')
    return false
  }
  const whole = walk.fragments.add(walk, protocol, id, offset * 8, more)
  if (!whole) return false
  walk.bytes = whole
  walk.at = 0
  walk.end = whole.length
  walk.wireEnd = whole.length
  return true
}
