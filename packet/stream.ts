import type { HttpFacts, SshFacts, TelnetFacts, TlsFacts } from '#model/session.ts'

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

export interface ApplicationFacts {
  protocols: Set<string>
  http: HttpFacts | null
  tls: TlsFacts | null
  ssh: SshFacts | null
  telnet: TelnetFacts | null
}

/** What the recogniser may look at to choose dissectors: the first bytes of either direction, and the ports. */
export interface StreamStart {
  transport: 'tcp' | 'udp'
  sourcePort: number
  destinationPort: number
}
