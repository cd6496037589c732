import {
  type ApplicationFacts,
  type Direction,
  type Dissector,
  opposite,
  portOf,
  type StreamStart,
} from '#packet/stream.ts'
import { limits } from '#packet/limits.ts'
import { noBytes } from './bytes.ts'
import { QuicStreamParser } from './quic/stream-parser.ts'
import { datagramRole } from './roles.ts'
import { recognisedNames } from './signatures.ts'
import { DtlsStreamParser } from './tls/dtls.ts'
import { tlsOf, TlsFactsBuilder } from './tls/facts.ts'

/** A conversation of datagrams: named by the first one of each direction; hellos of DTLS and QUIC may come in any of them. */
export class DatagramRecogniser implements Dissector {
  private readonly starts: Record<Direction, Uint8Array> = {
    source: noBytes,
    destination: noBytes,
  }
  private readonly start: StreamStart
  private readonly tls = { source: new TlsFactsBuilder(), destination: new TlsFactsBuilder() }
  private readonly quic = {
    source: new QuicStreamParser(this.tls.source),
    destination: new QuicStreamParser(this.tls.destination),
  }
  private readonly dtls = {
    source: new DtlsStreamParser(this.tls.source, this.tls.destination),
    destination: new DtlsStreamParser(this.tls.destination, this.tls.source),
  }

  constructor(start: StreamStart) {
    this.start = start
  }

  get held(): number {
    const { tls, quic, dtls } = this
    const facts = tls.source.held + tls.destination.held
    return facts + quic.source.held + quic.destination.held + dtls.source.held + dtls.destination.held
  }

  push(direction: Direction, bytes: Uint8Array, _at: number): boolean {
    if (this.starts[direction].length === 0) this.starts[direction] = bytes.slice(0, limits.recogniseBytes)
    this.dtls[direction].push(bytes)
    this.quic[direction].push(bytes)
    return true
  }

  /** Datagrams do not depend on each other. */
  gap(_direction: Direction, _bytes: number): void {}

  finish(facts: ApplicationFacts): void {
    const quic = this.quic.source.seen || this.quic.destination.seen
    if (quic) facts.protocols.add('quic')
    if (tlsOf(this.tls, facts)) facts.protocols.add(quic ? 'tls' : 'dtls')
    for (const name of recognisedNames(this.starts, this.start)) facts.protocols.add(name)
    for (const end of ['source', 'destination'] as const) {
      const role = datagramRole(this.starts[end], portOf(this.start, end), portOf(this.start, opposite(end)))
      // A hello is a request, whatever its packet looks like.
      if (role === 'asks' || (role && !facts.asks.has(end))) facts[role].add(end)
    }
  }
}
