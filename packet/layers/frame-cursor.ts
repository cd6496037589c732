import type { SkipReason } from '../skips.ts'

/** IP datagrams waiting for their other fragments (fragments.ts). */
export interface FragmentStore {
  /** Returns the whole payload when this fragment was the last one missing. Where two overlap, the first wins. */
  add(cursor: FrameCursor, protocol: number, id: number, start: number, more: boolean): Uint8Array | null
  /** The capture is over: what still waits is counted as skipped. */
  end(): void
}

/**
 * The cursor through one frame, outermost header first. One object serves all frames. A layer checks the length of its
 * header once (`has`), reads it at `at`, moves `at` behind it and names what follows; a header that is cut short or
 * contradicts itself ends the cursor with a counted reason, and what the outer layers said is kept.
 */
export interface FrameCursor {
  bytes: Uint8Array
  at: number
  /** Where the captured bytes of the current layer end. */
  end: number
  /** Where they would end had the frame been captured whole; never before `end`. */
  wireEnd: number
  /** Length of the frame as on the wire, and its capture time in milliseconds. */
  frameLength: number
  time: number
  /** Headers passed so far, against limits.layers. */
  depth: number
  /** What a sensor wrote beside the frame, and whether its decoys wrote the frame itself. */
  comments: readonly string[]
  isOfDecoy: boolean
  vlans: number[]

  // The innermost IP header.
  addresses: Uint8Array
  sourceAt: number
  destinationAt: number
  /** 4 or 16; 0 before any IP header. */
  addressLength: number
  ttl: number
  ipId: number

  // The transport header.
  protocol: number
  sourcePort: number
  destinationPort: number
  sequence: number
  acknowledgment: number
  flags: number
  window: number
  optionsAt: number
  optionsEnd: number
  icmpType: number
  icmpCode: number

  readonly fragments: FragmentStore
  skip(reason: SkipReason): void
  /** A transport header was read; the payload is `bytes[at..end)`, whole when `wireEnd` equals `end`. */
  found(cursor: FrameCursor): void
}

/** Names the next layer: an EtherType as it is, the other number spaces above it. */
export const next = {
  done: 0,
  etherType: (type: number): number => type,
  ipProtocol: (protocol: number): number => 0x1_0000 | protocol,
  link: (linkType: number): number => 0x2_0000 | linkType,
  ppp: (protocol: number): number => 0x3_0000 | protocol,
  /** IPv4 or IPv6 by the version in the first four bits. */
  ip: 0x4_0000,
} as const

export type Layer = (cursor: FrameCursor) => number

export function has(cursor: FrameCursor, bytes: number): boolean {
  if (cursor.end - cursor.at >= bytes) return true
  cursor.skip('cut-short-header')
  return false
}

export const be16 = (b: Uint8Array, at: number): number => (b[at]! << 8) | b[at + 1]!
export const be32 = (b: Uint8Array, at: number): number =>
  ((b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!) >>> 0

/** The current layer says it is `length` bytes long from `at`: padding and trailers behind it are not its. */
export function bound(cursor: FrameCursor, length: number): void {
  cursor.wireEnd = Math.min(cursor.wireEnd, cursor.at + length)
  cursor.end = Math.min(cursor.end, cursor.wireEnd)
}
