import { be16, be32, next, type FrameCursor } from './frame-cursor.ts'

type Tunnel = (cursor: FrameCursor) => number

/** Tunnels over UDP by destination port; the outer conversation was counted before, the inner one is another. */
const tunnels = new Map<number, Tunnel>([
  [1701, l2tp],
  [2152, gtp],
  [3544, teredo],
  [4754, gre],
  [4789, vxlan],
  [5072, ayiya],
  [6081, geneve],
  [6635, mpls],
  [8472, earlyVxlan],
])

/** Of tunnels whose answers go to any port. */
const answers = new Map<number, Tunnel>([
  [1701, l2tp],
  [3544, teredo],
])

/** What a UDP datagram carries when it is a tunnel's; anything unlike one is payload and ends the cursor quietly. */
export function inside(cursor: FrameCursor): number {
  const tunnel = tunnels.get(cursor.destinationPort) ?? answers.get(cursor.sourcePort)
  return tunnel ? tunnel(cursor) : next.done
}

const left = (cursor: FrameCursor): number => cursor.end - cursor.at

/** RFC 7348 §5: flags with the I bit, then a whole frame. */
function vxlan(cursor: FrameCursor): number {
  if (left(cursor) < 8 || (cursor.bytes[cursor.at]! & 8) === 0) return next.done
  cursor.at += 8
  return next.link(1)
}

/** VXLAN where it was before it had a port of its own, as Linux still has it: only with all reserved bits 0 (RFC 7348 §5). */
function earlyVxlan(cursor: FrameCursor): number {
  const { bytes: b, at } = cursor
  if (left(cursor) < 8 + 14 || be32(b, at) !== 0x0800_0000 || b[at + 7] !== 0) return next.done
  return vxlan(cursor)
}

/**
 * L2TP. Version 2 (RFC 2661 §3.1): flags say which fields precede the PPP frame; control messages carry none. Version 3 (RFC 3931
 * §4.1.2.1): how long the cookie is and what follows it was agreed on before, which is not kept here.
 */
function l2tp(cursor: FrameCursor): number {
  if (left(cursor) < 8) return next.done
  const flags = be16(cursor.bytes, cursor.at)
  const isControl = (flags & 0x8000) !== 0
  if (flags === 3) cursor.skip('unknown-link-type')
  if (isControl || (flags & 0x34f0) !== 0 || (flags & 15) !== 2) return next.done
  let header = 6
  if (flags & 0x4000) header += 2
  if (flags & 0x0800) header += 4
  if (flags & 0x0200) {
    if (left(cursor) < header + 2) return next.done
    header += 2 + be16(cursor.bytes, cursor.at + header)
  }
  if (left(cursor) < header) return next.done
  cursor.at += header
  return next.link(9)
}

/** RFC 8926 §3.4: options in units of four bytes, then what the EtherType says. */
function geneve(cursor: FrameCursor): number {
  if (left(cursor) < 8 || cursor.bytes[cursor.at]! >>> 6 !== 0) return next.done
  const header = 8 + (cursor.bytes[cursor.at]! & 0x3f) * 4
  if (left(cursor) < header) return next.done
  const type = be16(cursor.bytes, cursor.at + 2)
  cursor.at += header
  return next.etherType(type)
}

const gpdu = 255

/** GTP-U version 1 (3GPP TS 29.281 §5): a G-PDU carries an IP packet behind optional fields and extension headers. */
function gtp(cursor: FrameCursor): number {
  const { bytes: b } = cursor
  if (left(cursor) < 8 || b[cursor.at]! >>> 5 !== 1 || b[cursor.at + 1] !== gpdu) return next.done
  const flags = b[cursor.at]! & 7
  cursor.at += 8
  if (flags !== 0) {
    if (left(cursor) < 4) return next.done
    cursor.at += 4
    let more = (flags & 4) !== 0 && b[cursor.at - 1] !== 0
    while (more) {
      const length = left(cursor) < 4 ? 0 : b[cursor.at]! * 4
      if (length === 0 || left(cursor) < length) return next.done
      cursor.at += length
      more = b[cursor.at - 1] !== 0
    }
  }
  return ipLike(cursor)
}

/** RFC 4380 §5.1.1: authentication and origin indications may precede the IPv6 packet. */
function teredo(cursor: FrameCursor): number {
  const { bytes: b } = cursor
  if (left(cursor) >= 4 && be16(b, cursor.at) === 1) {
    const length = 13 + b[cursor.at + 2]! + b[cursor.at + 3]!
    if (left(cursor) < length) return next.done
    cursor.at += length
  }
  if (left(cursor) >= 8 && be16(b, cursor.at) === 0) cursor.at += 8
  return left(cursor) >= 40 && b[cursor.at]! >>> 4 === 6 ? next.ip : next.done
}

/** RFC 8086: GRE as it is. */
function gre(cursor: FrameCursor): number {
  return left(cursor) >= 4 && (be32(cursor.bytes, cursor.at) & 0x0fff_0000) >>> 0 === 0
    ? next.ipProtocol(47)
    : next.done
}

/** RFC 7510: a label stack as it is, of a label and an IP packet at least. */
function mpls(cursor: FrameCursor): number {
  return left(cursor) >= 24 ? next.etherType(0x8847) : next.done
}

const forward = 1

/**
 * AYIYA (draft-massar-v6ops-ayiya-02 §3): lengths of identity (a power of two) and signature (in four bytes), operation,
 * next header, time; then both, then the packet.
 */
function ayiya(cursor: FrameCursor): number {
  const { bytes: b, at } = cursor
  if (left(cursor) < 8 || (b[at + 2]! & 15) !== forward) return next.done
  const header = 8 + 2 ** (b[at]! >>> 4) + (b[at + 1]! >>> 4) * 4
  const following = b[at + 3]!
  if (left(cursor) < header || (following !== 41 && following !== 4)) return next.done
  cursor.at += header
  return ipLike(cursor)
}

function ipLike(cursor: FrameCursor): number {
  const version = left(cursor) > 0 ? cursor.bytes[cursor.at]! >>> 4 : 0
  return version === 4 || version === 6 ? next.ip : next.done
}
