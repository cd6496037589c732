import type { DecoyEvent } from '#model/sensor/event.ts'
import type { DecoyProtocol, SensorProfile } from '#model/sensor/profile.ts'
import type { SensorLimits } from '#model/sensor/protocol.ts'

/** Both ends of a conversation; addresses as canonical text, IPv4 inside IPv6 as IPv4. */
export interface FlowEnds {
  transport: 'tcp' | 'udp'
  source: string
  sourcePort: number
  destination: string
  destinationPort: number
}

/** Who is told what happens. `read` and `wrote` carry the bytes of the wire, before TLS is taken off and after it is put on. */
export interface DecoySink {
  event(flow: FlowEnds, event: DecoyEvent): void
  opened(flow: FlowEnds, at: number): void
  read(flow: FlowEnds, at: number, bytes: Uint8Array): void
  wrote(flow: FlowEnds, at: number, bytes: Uint8Array): void
  closed(flow: FlowEnds, at: number): void
}

/** A port of the profile; `error` says why nobody listens there. */
export interface ListeningPort {
  port: number
  transport: 'tcp' | 'udp'
  protocol: DecoyProtocol
  error: string | null
}

export interface ApplyOptions {
  /** Addresses and blocks that are not answered. */
  excluded: readonly string[]
  /** Added to every port, so that tests need no right to listen below 1024; flows name the port of the profile. */
  portOffset?: number
  /** Of the host, for ports that listen at each of them; as they are now without it. */
  addresses?: readonly string[]
  /** Another program of the host listens there: left to it. */
  isTaken(port: number, transport: 'tcp' | 'udp'): boolean
}

export interface Decoys {
  /** Begins, or switches to another profile: listeners that stay the same stay open. */
  apply(profile: SensorProfile, limits: SensorLimits, options: ApplyOptions): Promise<ListeningPort[]>
  close(): Promise<void>
  /** Counted since the start, by reason. */
  losses(): Record<string, number>
}
