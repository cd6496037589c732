import { limits } from '#packet/limits.ts'
import { type ApplicationFacts, type Direction, opposite } from '#packet/stream.ts'
import { tlsOf, TlsFactsBuilder } from './facts.ts'
import { HandshakeScanner } from './handshakes.ts'
import { sslv2Version } from './sslv2.ts'

/** TLS over a stream: ClientHellos and ServerHellos of both directions, wherever in the stream TLS starts. */
export class TlsDissector {
  /** By the end that is the client. */
  private readonly facts = { source: new TlsFactsBuilder(), destination: new TlsFactsBuilder() }
  private readonly scanners: Record<Direction, HandshakeScanner>

  constructor() {
    this.scanners = { source: this.scanner('source'), destination: this.scanner('destination') }
  }

  get alive(): boolean {
    return this.scanners.source.alive || this.scanners.destination.alive
  }

  get held(): number {
    const { facts, scanners } = this
    return facts.source.held + facts.destination.held + scanners.source.held + scanners.destination.held
  }

  push(direction: Direction, bytes: Uint8Array): void {
    this.scanners[direction].push(bytes)
  }

  gap(direction: Direction): void {
    this.scanners[direction].gap()
  }

  /** `starts`: the first bytes of each direction, for the hello of SSLv2 that has no record layer. */
  finish(facts: ApplicationFacts, starts: Record<Direction, Uint8Array>): void {
    for (const end of ['source', 'destination'] as const) {
      const version = sslv2Version(starts[end])
      if (version !== null) this.facts[end].version(version)
    }
    if (tlsOf(this.facts, facts)) facts.protocols.add('tls')
  }

  private scanner(end: Direction): HandshakeScanner {
    const listener = {
      // In mid-stream the lengths must fit: what looks like a hello may be cut up by another protocol's framing.
      clientHello: (body: Uint8Array, atStart: boolean) => this.facts[end].clientHello(body, 't', !atStart),
      serverHello: (body: Uint8Array, atStart: boolean) =>
        this.facts[opposite(end)].serverHello(body, !atStart),
    }
    return new HandshakeScanner(listener, limits.streamBytes)
  }
}
