import { llc } from './ethernet.ts'
import { be16, be32, has, next, type Walk } from './walk.ts'

/** Linux "cooked" frames of the `any` device, version 1: 16 bytes, the EtherType last. */
export function cooked1(walk: Walk): number {
  return cooked(walk, 16, 14)
}

/** Version 2: 20 bytes, the EtherType first. */
export function cooked2(walk: Walk): number {
  return cooked(walk, 20, 0)
}

function cooked(walk: Walk, header: number, typeAt: number): number {
  if (!has(walk, header)) return next.done
  const type = be16(walk.bytes, walk.at + typeAt)
  walk.at += header
  return type >= 0x600 ? next.etherType(type) : llc(walk)
}

/** BSD null: the address family in the byte order of whoever captured; IPv6 is 10, 24, 28 or 30 by system. */
export function loopback(walk: Walk): number {
  if (!has(walk, 4)) return next.done
  const big = be32(walk.bytes, walk.at)
  const family = big > 0xffff ? walk.bytes[walk.at]! | (walk.bytes[walk.at + 1]! << 8) : big
  walk.at += 4
  if (family === 2 || family === 10 || family === 24 || family === 28 || family === 30) return next.ip
  walk.skip('not-ip')
  return next.done
}

/** PPP with or without its HDLC address and control bytes, the protocol field one or two bytes (RFC 1661 §2). */
export function ppp(walk: Walk): number {
  if (!has(walk, 2)) return next.done
  // Cisco HDLC under the same link type: unicast or broadcast, then control 0.
  const address = walk.bytes[walk.at]
  if ((address === 0x0f || address === 0x8f) && walk.bytes[walk.at + 1] === 0) return ciscoHdlc(walk)
  if (address === 0xff && walk.bytes[walk.at + 1] === 3) walk.at += 2
  return pppProtocol(walk)
}

/** The protocol field: two bytes, or one where both ends agreed to leave the zeros out (RFC 1661 §6.5). */
export function pppProtocol(walk: Walk): number {
  if (!has(walk, 2)) return next.done
  const first = walk.bytes[walk.at]!
  if (first & 1) {
    walk.at += 1
    return next.ppp(first)
  }
  walk.at += 2
  return next.ppp(be16(walk.bytes, walk.at - 2))
}

/** Cisco HDLC: address, control, EtherType. */
export function ciscoHdlc(walk: Walk): number {
  if (!has(walk, 4)) return next.done
  walk.at += 4
  return next.etherType(be16(walk.bytes, walk.at - 2))
}
