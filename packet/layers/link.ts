import { llc } from './ethernet.ts'
import { be16, be32, has, next, type FrameCursor } from './frame-cursor.ts'

/** Linux "cooked" frames of the `any` device, version 1: 16 bytes, the EtherType last. */
export function cooked1(cursor: FrameCursor): number {
  return cooked(cursor, 16, 14)
}

/** Version 2: 20 bytes, the EtherType first. */
export function cooked2(cursor: FrameCursor): number {
  return cooked(cursor, 20, 0)
}

function cooked(cursor: FrameCursor, header: number, typeAt: number): number {
  if (!has(cursor, header)) return next.done
  const type = be16(cursor.bytes, cursor.at + typeAt)
  cursor.at += header
  return type >= 0x600 ? next.etherType(type) : llc(cursor)
}

/** BSD null: the address family in the byte order of whoever captured; IPv6 is 10, 24, 28 or 30 by system. */
export function loopback(cursor: FrameCursor): number {
  if (!has(cursor, 4)) return next.done
  const big = be32(cursor.bytes, cursor.at)
  const family = big > 0xffff ? cursor.bytes[cursor.at]! | (cursor.bytes[cursor.at + 1]! << 8) : big
  cursor.at += 4
  if (family === 2 || family === 10 || family === 24 || family === 28 || family === 30) return next.ip
  cursor.skip('not-ip')
  return next.done
}

/** PPP with or without its HDLC address and control bytes, the protocol field one or two bytes (RFC 1661 §2). */
export function ppp(cursor: FrameCursor): number {
  if (!has(cursor, 2)) return next.done
  // Cisco HDLC under the same link type: unicast or broadcast, then control 0.
  const address = cursor.bytes[cursor.at]
  if ((address === 0x0f || address === 0x8f) && cursor.bytes[cursor.at + 1] === 0) return ciscoHdlc(cursor)
  if (address === 0xff && cursor.bytes[cursor.at + 1] === 3) cursor.at += 2
  return pppProtocol(cursor)
}

/** The protocol field: two bytes, or one where both ends agreed to leave the zeros out (RFC 1661 §6.5). */
export function pppProtocol(cursor: FrameCursor): number {
  if (!has(cursor, 2)) return next.done
  const first = cursor.bytes[cursor.at]!
  if (first & 1) {
    cursor.at += 1
    return next.ppp(first)
  }
  cursor.at += 2
  return next.ppp(be16(cursor.bytes, cursor.at - 2))
}

/** Cisco HDLC: address, control, EtherType. */
export function ciscoHdlc(cursor: FrameCursor): number {
  if (!has(cursor, 4)) return next.done
  cursor.at += 4
  return next.etherType(be16(cursor.bytes, cursor.at - 2))
}
