import { flag, isSyn } from '#packet/flows/segment-flags.ts'
import { protocols } from '#packet/layers/transport.ts'
import type { PacketFacts } from './packet.ts'

/** `sensor`: reached us as a sensor; `network`: a program of the host that is counted by headers. */
export type FlowKind = 'sensor' | 'network'

type Ports = Readonly<Record<'tcp' | 'udp', ReadonlySet<number>>>

/** What the host is at the moment (capture/host-sockets.ts). */
export interface HostFacts {
  own: ReadonlySet<string>
  /** Ports of our decoys. */
  decoys: Ports
  /** Ports of other programs. */
  taken: Ports
  /** Of those the ones that are counted. */
  network: ReadonlySet<number>
  /** Keys of connections that the host's programs have open. */
  connections: ReadonlySet<string>
}

const mostRemembered = 65_536
const rememberedMs = 300_000

/**
 * Whose a flow is, told by its first packet. A sensor never listens in on its host's real users: what the host itself began and what
 * reaches other programs is left out.
 */
export class Whose {
  /** Flows the host began, by when they were last seen, the longest ago first. */
  readonly #begun = new Map<string, number>()
  #host: HostFacts

  constructor(host: HostFacts) {
    this.#host = host
  }

  set host(host: HostFacts) {
    this.#host = host
  }

  /** null: not ours. */
  of(packet: PacketFacts, now: number): FlowKind | null {
    const { own, decoys, taken, network, connections } = this.#host
    const isOut = own.has(packet.source)
    if (isOut ? own.has(packet.destination) : !own.has(packet.destination)) return null
    if (this.#wasBegun(packet.key, now)) return null
    const isTcp = packet.protocol === protocols.tcp
    if (!isTcp && packet.protocol !== protocols.udp) return this.#ofIcmp(packet, isOut, now)
    const transport = isTcp ? 'tcp' : 'udp'
    const port = isOut ? packet.sourcePort : packet.destinationPort
    const begins = isOut && isTcp && isSyn(packet.flags)
    if (decoys[transport].has(port)) return begins ? this.#begin(packet.key, now) : 'sensor'
    if (taken[transport].has(port)) {
      if (!network.has(port)) return null
      return begins ? this.#begin(packet.key, now) : 'network'
    }
    if (isOut) return this.#begin(packet.key, now)
    if (connections.has(packet.key)) return null
    // Data of a connection whose beginning we did not see, to no decoy of ours: the host's own affair.
    const isData = isTcp && (packet.flags & flag.syn) === 0 && packet.payloadBytes > 0
    return isData ? null : 'sensor'
  }

  /** Errors (RFC 792, RFC 4443 §2.1) tell the host of what it sent, and ours tell strangers of what they sent: neither is a visit. */
  #ofIcmp({ key, protocol, icmpType }: PacketFacts, isOut: boolean, now: number): FlowKind | null {
    const isError = protocol === protocols.icmp ? errors.has(icmpType) : icmpType < 128
    if (isError) return null
    return isOut ? this.#begin(key, now) : 'sensor'
  }

  #wasBegun(key: string, now: number): boolean {
    const last = this.#begun.get(key)
    if (last === undefined) return false
    this.#begun.delete(key)
    if (now - last > rememberedMs) return false
    this.#begun.set(key, now)
    return true
  }

  #begin(key: string, now: number): null {
    this.#begun.set(key, now)
    if (this.#begun.size > mostRemembered) this.#begun.delete(this.#begun.keys().next().value ?? '')
    return null
  }
}

/** Unreachable, quench, redirect, time exceeded, parameter problem. */
const errors = new Set([3, 4, 5, 11, 12])
