import type { ApplicationFacts, Direction, Dissector, StreamStart } from '#packet/stream.ts'
import { limits } from '#packet/limits.ts'
import { noBytes } from './bytes.ts'
import { QuicLane } from './quic/lane.ts'
import { recognisedNames } from './signatures.ts'
import { DtlsLane } from './tls/dtls.ts'
import { TlsFactsBuilder } from './tls/facts.ts'

/** A conversation of datagrams: named by the first one of each direction; hellos of DTLS and QUIC may come in any of them. */
export class DatagramRecogniser implements Dissector {
  private readonly starts: Record<Direction, Uint8Array> = {
    source: noBytes,
    destination: noBytes,
  }
  private readonly start: StreamStart
  private readonly tls = new TlsFactsBuilder()
  private readonly quic = { source: new QuicLane(this.tls), destination: new QuicLane(this.tls) }
  private readonly dtls = { source: new DtlsLane(this.tls), destination: new DtlsLane(this.tls) }

  constructor(start: StreamStart) {
    this.start = start
  }

  get held(): number {
    const { tls, quic, dtls } = this
    return tls.held + quic.source.held + quic.destination.held + dtls.source.held + dtls.destination.held
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
    facts.tls = this.tls.finish()
    const quic = this.quic.source.seen || this.quic.destination.seen
    if (quic) facts.protocols.add('quic')
    if (facts.tls) facts.protocols.add(quic ? 'tls' : 'dtls')
    for (const name of recognisedNames(this.starts, this.start)) facts.protocols.add(name)
  }
}
