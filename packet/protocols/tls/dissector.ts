import { limits } from '#packet/limits.ts'
import type { ApplicationFacts, Direction } from '#packet/stream.ts'
import { TlsFactsBuilder } from './facts.ts'
import { HandshakeScanner } from './handshakes.ts'
import { sslv2Version } from './sslv2.ts'

/** TLS over a stream: ClientHellos and ServerHellos of both directions, wherever in the stream TLS starts. */
export class TlsDissector {
  private readonly facts = new TlsFactsBuilder()
  private readonly scanners: Record<Direction, HandshakeScanner>

  constructor() {
    const listener = {
      // In mid-stream the lengths must fit: what looks like a hello may be cut up by another protocol's framing.
      clientHello: (body: Uint8Array, atStart: boolean) => this.facts.clientHello(body, 't', !atStart),
      serverHello: (body: Uint8Array) => this.facts.serverHello(body),
    }
    this.scanners = {
      source: new HandshakeScanner(listener, limits.streamBytes),
      destination: new HandshakeScanner(listener, limits.streamBytes),
    }
  }

  get alive(): boolean {
    return this.scanners.source.alive || this.scanners.destination.alive
  }

  get held(): number {
    return this.facts.held + this.scanners.source.held + this.scanners.destination.held
  }

  push(direction: Direction, bytes: Uint8Array): void {
    this.scanners[direction].push(bytes)
  }

  gap(direction: Direction): void {
    this.scanners[direction].gap()
  }

  /** `starts`: the first bytes of each direction, for the hello of SSLv2 that has no record layer. */
  finish(facts: ApplicationFacts, starts: Record<Direction, Uint8Array>): void {
    const version = sslv2Version(starts.source) ?? sslv2Version(starts.destination)
    if (version !== null) this.facts.version(version)
    facts.tls = this.facts.finish()
    if (facts.tls) facts.protocols.add('tls')
  }
}
