import type { HttpFacts, TelnetFacts, TlsFacts } from '#model/session.ts'

/** `source` is the end that opened the conversation. */
export type Direction = 'source' | 'destination'

/**
 * A protocol's dissector for one conversation. It is fed the bytes of each direction in order (TCP after reassembly,
 * UDP datagram by datagram) and keeps what it needs; it must stay within limits.ts and never throw on any bytes.
 */
export interface Dissector {
  /** Bytes it keeps by now, roughly: facts, and what is not whole yet. All flows share limits.keptBytes. */
  readonly held: number
  /** Returns false when it wants no more bytes of either direction. */
  push(direction: Direction, bytes: Uint8Array, at: number): boolean
  /** A hole of `bytes` was skipped (lost segment, truncated capture): resynchronise or give up. */
  gap(direction: Direction, bytes: number): void
  /** Called once when the conversation ends; adds facts and protocol names. */
  finish(facts: ApplicationFacts): void
}

/** Facts by the end that asked: what the source asked is no fact about the destination, and the other way round. */
export type ByEnd<T> = Record<Direction, T | null>

/** What one end of an SSH connection says of itself; HASSH reads it otherwise for a client than for a server. */
export interface SshEnd {
  banner: string
  hasshString: string
  hassh: string
  hasshServerString: string
  hasshServer: string
  kex: string
  hostKey: string
}

export interface ApplicationFacts {
  protocols: Set<string>
  http: ByEnd<HttpFacts>
  tls: ByEnd<TlsFacts>
  telnet: ByEnd<TelnetFacts>
  ssh: ByEnd<SshEnd>
  /** Ends whose bytes are a request, and ends whose bytes answer one, in order (docs/methods/direction.md). */
  asks: Set<Direction>
  answers: Set<Direction>
}

/** What the recogniser may look at to choose dissectors: the first bytes of either direction, and the ports. */
export interface StreamStart {
  transport: 'tcp' | 'udp'
  sourcePort: number
  destinationPort: number
}

export const opposite = (direction: Direction): Direction =>
  direction === 'source' ? 'destination' : 'source'

export const portOf = (start: StreamStart, end: Direction): number =>
  end === 'source' ? start.sourcePort : start.destinationPort
