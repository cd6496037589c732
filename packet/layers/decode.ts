import { type CaptureRecord, noComments } from '../capture/record.ts'
import { limits } from '../limits.ts'
import type { SkipReason } from '../skips.ts'
import { backbone, ethernet, fabricPath, metadata, vlan } from './ethernet.ts'
import { datagramKey, Fragments } from './fragments.ts'
import { authentication, extension, fragment, ip, ipv4, ipv6 } from './ip.ts'
import { ciscoHdlc, cooked1, cooked2, loopback, ppp } from './link.ts'
import { icmp, icmpv6, protocols, tcp, udp } from './transport.ts'
import { gre, mpls, pppoe, serviceHeader } from './tunnel.ts'
import { type FragmentStore, type FrameCursor, type Layer, next } from './frame-cursor.ts'

/** Link types (https://www.tcpdump.org/linktypes.html). */
const links: [number, Layer][] = [
  [0, loopback],
  [1, ethernet],
  [9, ppp],
  [12, ip],
  [14, ip],
  [50, ppp],
  [101, ip],
  [104, ciscoHdlc],
  [108, loopback],
  [113, cooked1],
  [228, ipv4],
  [229, ipv6],
  [276, cooked2],
]

const etherTypes: [number, Layer][] = [
  [0x0800, ipv4],
  [0x86dd, ipv6],
  [0x8100, vlan],
  [0x88a8, vlan],
  [0x9100, vlan],
  [0x8847, mpls],
  [0x8848, mpls],
  [0x8864, pppoe],
  [0x88e7, backbone],
  [0x6558, ethernet],
  [0x894f, serviceHeader],
  [0x8903, fabricPath],
  [0x8909, metadata],
]

const ipProtocols: [number, Layer][] = [
  [protocols.icmp, icmp],
  [protocols.tcp, tcp],
  [protocols.udp, udp],
  [protocols.icmpv6, icmpv6],
  [0, extension],
  [43, extension],
  [60, extension],
  [44, fragment],
  [51, authentication],
  [4, ipv4],
  [41, ipv6],
  [47, gre],
]

const pppProtocols: [number, Layer][] = [
  [0x21, ipv4],
  [0x57, ipv6],
  [0x281, mpls],
]

const layers = new Map<number, Layer>([
  ...links.map(([n, layer]): [number, Layer] => [next.link(n), layer]),
  ...etherTypes.map(([n, layer]): [number, Layer] => [next.etherType(n), layer]),
  ...ipProtocols.map(([n, layer]): [number, Layer] => [next.ipProtocol(n), layer]),
  ...pppProtocols.map(([n, layer]): [number, Layer] => [next.ppp(n), layer]),
  [next.ip, ip],
])

export interface Heard {
  skip(reason: SkipReason, count: number): void
  /** A transport header was read; the cursor is reused, take what is needed before returning. */
  found(cursor: FrameCursor): void
  /** A fragment was put aside until the others of its datagram come. */
  fragment?(datagram: string): void
  /** The last fragment of a datagram came, which is now read on. */
  whole?(datagram: string): void
}

/** Reads frames: `frame(record)` walks its headers and calls `found` once a conversation's packet. */
export class Decoder {
  readonly #cursor: FrameCursor

  /** `fragments`: who puts datagrams together; without it they wait here, within limits. */
  constructor(heard: Heard, fragments: FragmentStore = told(heard)) {
    this.#cursor = {
      bytes: new Uint8Array(0),
      at: 0,
      end: 0,
      wireEnd: 0,
      frameLength: 0,
      time: 0,
      depth: 0,
      comments: noComments,
      isOfDecoy: false,
      vlans: [],
      addresses: new Uint8Array(0),
      sourceAt: 0,
      destinationAt: 0,
      addressLength: 0,
      ttl: 0,
      ipId: 0,
      protocol: 0,
      sourcePort: 0,
      destinationPort: 0,
      sequence: 0,
      acknowledgment: 0,
      flags: 0,
      window: 0,
      optionsAt: 0,
      optionsEnd: 0,
      icmpType: 0,
      icmpCode: 0,
      fragments,
      skip: (reason) => heard.skip(reason, 1),
      found: (cursor) => heard.found(cursor),
    }
  }

  frame(record: CaptureRecord): void {
    const cursor = this.#cursor
    cursor.bytes = record.bytes
    cursor.at = record.start
    cursor.end = record.end
    cursor.frameLength = Math.max(record.wireLength, record.end - record.start)
    cursor.wireEnd = record.start + cursor.frameLength
    cursor.time = record.at
    cursor.depth = 0
    cursor.comments = record.comments
    cursor.isOfDecoy = record.isOfDecoy
    cursor.addressLength = 0
    if (cursor.vlans.length > 0) cursor.vlans = []
    let layer = layers.get(next.link(record.linkType))
    if (!layer) return cursor.skip('unknown-link-type')
    for (;;) {
      const following = layer(cursor)
      if (following === next.done) return
      layer = layers.get(following)
      if (!layer) return cursor.skip(cursor.addressLength > 0 ? 'other-transport' : 'not-ip')
      if (++cursor.depth > limits.layers) return cursor.skip('too-many-layers')
    }
  }

  end(): void {
    this.#cursor.fragments.end()
  }
}

function told(heard: Heard): FragmentStore {
  const fragments = new Fragments((count) => heard.skip('incomplete-fragments', count))
  if (!heard.fragment) return fragments
  return {
    add(cursor, protocol, id, start, more) {
      const datagram = datagramKey(cursor, protocol, id)
      const whole = fragments.add(cursor, protocol, id, start, more)
      if (whole) heard.whole?.(datagram)
      else heard.fragment?.(datagram)
      return whole
    },
    end: () => fragments.end(),
  }
}
