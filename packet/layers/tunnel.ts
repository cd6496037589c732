import { pppProtocol } from './link.ts'
import { be16, has, next, type Walk } from './walk.ts'

/** MPLS label stack (RFC 3032 §2.1); below its bottom the first four bits tell IP from an Ethernet pseudowire. */
export function mpls(walk: Walk): number {
  for (let labels = 0; labels < 16; labels++) {
    if (!has(walk, 4)) return next.done
    const bottom = walk.bytes[walk.at + 2]! & 1
    walk.at += 4
    if (!bottom) continue
    if (!has(walk, 4)) return next.done
    const version = walk.bytes[walk.at]! >>> 4
    if (version === 4 || version === 6) return next.ip
    // RFC 4448 §4.6: a control word of zeros in front of the frame.
    if (version === 0 && be16(walk.bytes, walk.at) === 0) walk.at += 4
    return next.link(1)
  }
  walk.skip('too-many-layers')
  return next.done
}

/** PPPoE session stage (RFC 2516 §4): six bytes, then the PPP protocol, compressed by some (RFC 2516 §7 advises against it). */
export function pppoe(walk: Walk): number {
  if (!has(walk, 8)) return next.done
  walk.at += 6
  return pppProtocol(walk)
}

/** GRE (RFC 2784, 2890) and its version 1 of PPTP (RFC 2637 §4.1). */
export function gre(walk: Walk): number {
  if (!has(walk, 4)) return next.done
  const flags = be16(walk.bytes, walk.at)
  const type = be16(walk.bytes, walk.at + 2)
  const version = flags & 7
  let header = 4
  if (flags & 0xc000) header += 4
  if (flags & 0x2000) header += 4
  if (flags & 0x1000) header += 4
  if (version === 1 && flags & 0x80) header += 4
  if (!has(walk, header)) return next.done
  walk.at += header
  if (type === erspan2) {
    // Without a sequence number this is type I: no header of its own.
    if (flags & 0x1000) {
      if (!has(walk, 8)) return next.done
      walk.at += 8
    }
    return next.link(1)
  }
  if (type === erspan3) {
    if (!has(walk, 12)) return next.done
    // The lowest bit announces eight more bytes of the platform's own (draft-foschiano-erspan-03 §4.3).
    const more = walk.bytes[walk.at + 11]! & 1 ? 8 : 0
    if (!has(walk, 12 + more)) return next.done
    walk.at += 12 + more
    return next.link(1)
  }
  if (type === ciscoMetadata) {
    // Unlike on Ethernet, the type of what follows stands first.
    if (!has(walk, 8)) return next.done
    walk.at += 8
    return next.etherType(be16(walk.bytes, walk.at - 8))
  }
  return type === pppType ? next.link(9) : next.etherType(type)
}

/** Network Service Header (RFC 8300 §2.2): its length in units of four bytes, then IPv4, IPv6 or Ethernet. */
export function serviceHeader(walk: Walk): number {
  if (!has(walk, 8)) return next.done
  const length = (walk.bytes[walk.at + 1]! & 0x3f) * 4
  const following = walk.bytes[walk.at + 3]!
  if (!has(walk, length)) return next.done
  walk.at += length
  if (following === 1 || following === 2) return next.ip
  if (following === 3) return next.link(1)
  walk.skip('not-ip')
  return next.done
}

const erspan2 = 0x88be
const erspan3 = 0x22eb
const ciscoMetadata = 0x8909
const pppType = 0x880b
