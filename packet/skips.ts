/** Why something in a capture did not become (part of) a conversation. A closed list: reports, metrics and pages show it. */
export const skipReasons = {
  'cut-short-file': 'The file ends inside a record.',
  'damaged-record': 'A record or block header cannot be right; reading went on at the next plausible one.',
  'broken-compression': 'The compressed stream is damaged or cut; what came before it was read.',
  'too-long': 'A compressed capture holds more bytes than limits.plainBytes; what came before was read.',
  'unknown-interface': 'A pcapng packet names an interface that was never described.',
  'unknown-link-type': 'The link type of the frame is not one we read.',
  'not-ip': 'The frame carries no IPv4 or IPv6 (ARP, LLDP, spanning tree and so on).',
  'other-transport': 'An IP packet that is neither TCP, UDP, ICMP nor ICMPv6.',
  'cut-short-header': 'The captured bytes end inside a header.',
  'bad-header': 'A header contradicts itself.',
  'too-many-layers': 'More nested headers than limits.layers.',
  'incomplete-fragments': 'Fragments of an IP datagram whose other parts never came.',
  'unreadable-events':
    'A sensor wrote something beside a packet that is no event we read, or too many of them.',
  'early-close':
    'More flows were open, or more of their facts held, than packet/limits.ts allows; the longest silent one was closed early.',
} as const

export type SkipReason = keyof typeof skipReasons

/** `offset` counts bytes of the uncompressed capture, `packet` its records from 1; 0 before the first. */
export interface Place {
  offset: number
  packet: number
}

export interface Skip {
  reason: SkipReason
  count: number
  firstAt: Place
}

/** Counts skips by reason and remembers where each was met first. */
export class Skips {
  readonly #met = new Map<SkipReason, Skip>()

  add(reason: SkipReason, offset: number, packet: number, count = 1): void {
    const known = this.#met.get(reason)
    if (known) known.count += count
    else this.#met.set(reason, { reason, count, firstAt: { offset, packet } })
  }

  list(): Skip[] {
    return [...this.#met.values()]
  }
}
