import { pppProtocol } from './link.ts'
import { be16, has, next, type FrameCursor } from './frame-cursor.ts'

/** MPLS label stack (RFC 3032 §2.1); below its bottom the first four bits tell IP from an Ethernet pseudowire. */
export function mpls(cursor: FrameCursor): number {
  for (let labels = 0; labels < 16; labels++) {
    if (!has(cursor, 4)) return next.done
    const bottom = cursor.bytes[cursor.at + 2]! & 1
    cursor.at += 4
    if (!bottom) continue
    if (!has(cursor, 4)) return next.done
    const version = cursor.bytes[cursor.at]! >>> 4
    if (version === 4 || version === 6) return next.ip
    // RFC 4448 §4.6: a control word of zeros in front of the frame.
    if (version === 0 && be16(cursor.bytes, cursor.at) === 0) cursor.at += 4
    return next.link(1)
  }
  cursor.skip('too-many-layers')
  return next.done
}

/** PPPoE session stage (RFC 2516 §4): six bytes, then the PPP protocol, compressed by some (RFC 2516 §7 advises against it). */
export function pppoe(cursor: FrameCursor): number {
  if (!has(cursor, 8)) return next.done
  cursor.at += 6
  return pppProtocol(cursor)
}

/** GRE (RFC 2784, 2890) and its version 1 of PPTP (RFC 2637 §4.1). */
export function gre(cursor: FrameCursor): number {
  if (!has(cursor, 4)) return next.done
  const flags = be16(cursor.bytes, cursor.at)
  const type = be16(cursor.bytes, cursor.at + 2)
  const version = flags & 7
  let header = 4
  if (flags & 0xc000) header += 4
  if (flags & 0x2000) header += 4
  if (flags & 0x1000) header += 4
  if (version === 1 && flags & 0x80) header += 4
  if (!has(cursor, header)) return next.done
  cursor.at += header
  if (type === erspan2) {
    // Without a sequence number this is type I: no header of its own.
    if (flags & 0x1000) {
      if (!has(cursor, 8)) return next.done
      cursor.at += 8
    }
    return next.link(1)
  }
  if (type === erspan3) {
    if (!has(cursor, 12)) return next.done
    // The lowest bit announces eight more bytes of the platform's own (draft-foschiano-erspan-03 §4.3).
    const more = cursor.bytes[cursor.at + 11]! & 1 ? 8 : 0
    if (!has(cursor, 12 + more)) return next.done
    cursor.at += 12 + more
    return next.link(1)
  }
  if (type === ciscoMetadata) {
    // Unlike on Ethernet, the type of what follows stands first.
    if (!has(cursor, 8)) return next.done
    cursor.at += 8
    return next.etherType(be16(cursor.bytes, cursor.at - 8))
  }
  return type === pppType ? next.link(9) : next.etherType(type)
}

/** Network Service Header (RFC 8300 §2.2): its length in units of four bytes, then IPv4, IPv6 or Ethernet. */
export function serviceHeader(cursor: FrameCursor): number {
  if (!has(cursor, 8)) return next.done
  const length = (cursor.bytes[cursor.at + 1]! & 0x3f) * 4
  const following = cursor.bytes[cursor.at + 3]!
  if (!has(cursor, length)) return next.done
  cursor.at += length
  if (following === 1 || following === 2) return next.ip
  if (following === 3) return next.link(1)
  cursor.skip('not-ip')
  return next.done
}

const erspan2 = 0x88be
const erspan3 = 0x22eb
const ciscoMetadata = 0x8909
const pppType = 0x880b
