import type { ProtocolFacts } from '#model/protocols/table.ts'

/** `source` is the end that opened the conversation. */
export type Direction = 'source' | 'destination'

/**
 * What reads one conversation for all protocols. It is fed the bytes of each direction in order (TCP after reassembly,
 * UDP datagram by datagram) and keeps what it needs; it must stay within limits.ts and never throw on any bytes.
 */
export interface Dissector {
  /** Bytes it keeps by now, roughly: facts, and what is not whole yet. All flows share limits.keptBytes. */
  readonly bufferedBytes: number
  /** Returns false when it wants no more bytes of either direction. */
  push(direction: Direction, bytes: Uint8Array, at: number): boolean
  /** A hole of `bytes` was skipped (lost segment, truncated capture): resynchronise or give up. */
  gap(direction: Direction, bytes: number): void
  /** Called once when the conversation ends; adds facts and protocol names. */
  finish(facts: ApplicationFacts): void
}

/** Facts by the end that asked: what the source asked is no fact about the destination, and the other way round. */
export type ByEnd<T> = Record<Direction, T | null>

export interface ApplicationFacts {
  protocols: Set<string>
  /** By the name of the protocol (protocols/table.ts), of those that were spoken. */
  found: Map<string, ByEnd<unknown>>
  /** Ends whose bytes are a request, and ends whose bytes answer one, in order (docs/methods/direction.md). */
  asks: Set<Direction>
  answers: Set<Direction>
}

/** What is above the transport, as a flow knows it: some table of protocols (protocols/applications.ts). */
export interface Applications {
  open(start: StreamStart): Dissector
  /**
   * Both, where a later connection between the same ends and ports said more; of single facts the first stands. What is given stays as
   * it is, so that nobody who may have to go back to it needs a copy.
   */
  add(first: ApplicationFacts, later: ApplicationFacts): ApplicationFacts
  /** Lets go what of the facts takes room without bound; what is counted stays whole. */
  shorten(facts: ApplicationFacts): void
  /** The facts as a conversation carries them. */
  recorded(facts: ApplicationFacts | null): ProtocolFacts
}

/** What the recogniser may look at to choose dissectors: the first bytes of either direction, and the ports. */
export interface StreamStart {
  transport: 'tcp' | 'udp'
  sourcePort: number
  destinationPort: number
  /** A SYN named the source: nobody asks the bytes who it is. */
  opened?: boolean
}

export const ends = ['source', 'destination'] as const

export const opposite = (direction: Direction): Direction =>
  direction === 'source' ? 'destination' : 'source'

export const portOf = (start: StreamStart, end: Direction): number =>
  end === 'source' ? start.sourcePort : start.destinationPort
