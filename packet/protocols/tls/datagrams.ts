import type { TlsFacts } from '#model/protocols/tls.ts'
import type { ByEnd, Direction } from '#packet/stream.ts'
import type { Ending, Reader } from '../protocol.ts'
import { QuicStreamParser } from '../quic/stream-parser.ts'
import { DtlsStreamParser } from './dtls.ts'
import { tlsOf, TlsFactsBuilder } from './facts.ts'

/** Hellos in datagrams: of DTLS, and of the TLS inside QUIC. */
export class TlsDatagrams implements Reader<TlsFacts> {
  readonly alive = true
  readonly #tls = { source: new TlsFactsBuilder(), destination: new TlsFactsBuilder() }
  readonly #quic = {
    source: new QuicStreamParser(this.#tls.source),
    destination: new QuicStreamParser(this.#tls.destination),
  }
  readonly #dtls = {
    source: new DtlsStreamParser(this.#tls.source, this.#tls.destination),
    destination: new DtlsStreamParser(this.#tls.destination, this.#tls.source),
  }

  get bufferedBytes(): number {
    const facts = this.#tls.source.bufferedBytes + this.#tls.destination.bufferedBytes
    const quic = this.#quic.source.bufferedBytes + this.#quic.destination.bufferedBytes
    return facts + quic + this.#dtls.source.bufferedBytes + this.#dtls.destination.bufferedBytes
  }

  push(direction: Direction, bytes: Uint8Array): void {
    this.#dtls[direction].push(bytes)
    this.#quic[direction].push(bytes)
  }

  /** Datagrams do not depend on each other. */
  gap(_direction: Direction, _bytes: number): void {}

  finish(end: Ending): ByEnd<TlsFacts> | null {
    const quic = this.#quic.source.seen || this.#quic.destination.seen
    if (quic) end.protocols.add('quic')
    const found = tlsOf(this.#tls, end)
    if (found) end.protocols.add(quic ? 'tls' : 'dtls')
    return found
  }
}
