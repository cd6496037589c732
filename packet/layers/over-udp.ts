import { be16, be32, next, type Walk } from './walk.ts'

type Tunnel = (walk: Walk) => number

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

/** What a UDP datagram carries when it is a tunnel's; anything unlike one is payload and ends the walk quietly. */
export function inside(walk: Walk): number {
  const tunnel = tunnels.get(walk.destinationPort) ?? answers.get(walk.sourcePort)
  return tunnel ? tunnel(walk) : next.done
}

const left = (walk: Walk): number => walk.end - walk.at

/** RFC 7348 §5: flags with the I bit, then a whole frame. */
function vxlan(walk: Walk): number {
  if (left(walk) < 8 || (walk.bytes[walk.at]! & 8) === 0) return next.done
  walk.at += 8
  return next.link(1)
}

/** VXLAN where it was before it had a port of its own, as Linux still has it: only with all reserved bits 0 (RFC 7348 §5). */
function earlyVxlan(walk: Walk): number {
  const { bytes: b, at } = walk
  if (left(walk) < 8 + 14 || be32(b, at) !== 0x0800_0000 || b[at + 7] !== 0) return next.done
  return vxlan(walk)
}

/**
 * L2TP. Version 2 (RFC 2661 §3.1): flags say which fields precede the PPP frame; control messages carry none. Version 3 (RFC 3931
 * §4.1.2.1): how long the cookie is and what follows it was agreed on before, which is not kept here.
 */
function l2tp(walk: Walk): number {
  if (left(walk) < 8) return next.done
  const flags = be16(walk.bytes, walk.at)
  const isControl = (flags & 0x8000) !== 0
  if (flags === 3) walk.skip('unknown-link-type')
  if (isControl || (flags & 0x34f0) !== 0 || (flags & 15) !== 2) return next.done
  let header = 6
  if (flags & 0x4000) header += 2
  if (flags & 0x0800) header += 4
  if (flags & 0x0200) {
    if (left(walk) < header + 2) return next.done
    header += 2 + be16(walk.bytes, walk.at + header)
  }
  if (left(walk) < header) return next.done
  walk.at += header
  return next.link(9)
}

/** RFC 8926 §3.4: options in units of four bytes, then what the EtherType says. */
function geneve(walk: Walk): number {
  if (left(walk) < 8 || walk.bytes[walk.at]! >>> 6 !== 0) return next.done
  const header = 8 + (walk.bytes[walk.at]! & 0x3f) * 4
  if (left(walk) < header) return next.done
  const type = be16(walk.bytes, walk.at + 2)
  walk.at += header
  return next.etherType(type)
}

const gpdu = 255

/** GTP-U version 1 (3GPP TS 29.281 §5): a G-PDU carries an IP packet behind optional fields and extension headers. */
function gtp(walk: Walk): number {
  const { bytes: b } = walk
  if (left(walk) < 8 || b[walk.at]! >>> 5 !== 1 || b[walk.at + 1] !== gpdu) return next.done
  const flags = b[walk.at]! & 7
  walk.at += 8
  if (flags !== 0) {
    if (left(walk) < 4) return next.done
    walk.at += 4
    let more = (flags & 4) !== 0 && b[walk.at - 1] !== 0
    while (more) {
      const length = left(walk) < 4 ? 0 : b[walk.at]! * 4
      if (length === 0 || left(walk) < length) return next.done
      walk.at += length
      more = b[walk.at - 1] !== 0
    }
  }
  return ipLike(walk)
}

/** RFC 4380 §5.1.1: authentication and origin indications may precede the IPv6 packet. */
function teredo(walk: Walk): number {
  const { bytes: b } = walk
  if (left(walk) >= 4 && be16(b, walk.at) === 1) {
    const length = 13 + b[walk.at + 2]! + b[walk.at + 3]!
    if (left(walk) < length) return next.done
    walk.at += length
  }
  if (left(walk) >= 8 && be16(b, walk.at) === 0) walk.at += 8
  return left(walk) >= 40 && b[walk.at]! >>> 4 === 6 ? next.ip : next.done
}

/** RFC 8086: GRE as it is. */
function gre(walk: Walk): number {
  return left(walk) >= 4 && (be32(walk.bytes, walk.at) & 0x0fff_0000) >>> 0 === 0
    ? next.ipProtocol(47)
    : next.done
}

/** RFC 7510: a label stack as it is, of a label and an IP packet at least. */
function mpls(walk: Walk): number {
  return left(walk) >= 24 ? next.etherType(0x8847) : next.done
}

const forward = 1

/**
 * AYIYA (draft-massar-v6ops-ayiya-02 §3): lengths of identity (a power of two) and signature (in four bytes), operation,
 * next header, time; then both, then the packet.
 */
function ayiya(walk: Walk): number {
  const { bytes: b, at } = walk
  if (left(walk) < 8 || (b[at + 2]! & 15) !== forward) return next.done
  const header = 8 + 2 ** (b[at]! >>> 4) + (b[at + 1]! >>> 4) * 4
  const following = b[at + 3]!
  if (left(walk) < header || (following !== 41 && following !== 4)) return next.done
  walk.at += header
  return ipLike(walk)
}

function ipLike(walk: Walk): number {
  const version = left(walk) > 0 ? walk.bytes[walk.at]! >>> 4 : 0
  return version === 4 || version === 6 ? next.ip : next.done
}
