import type { TlsFacts } from '#model/protocols/tls.ts'
import { limits } from '#packet/limits.ts'
import { type ByEnd, type Direction, ends, opposite } from '#packet/stream.ts'
import type { Ending, Reader } from '../protocol.ts'
import { tlsOf, TlsFactsBuilder } from './facts.ts'
import { HandshakeScanner } from './handshakes.ts'
import { sslv2Version } from './sslv2.ts'

/** TLS over a stream: ClientHellos and ServerHellos of both directions, wherever in the stream TLS starts. */
export class TlsDissector implements Reader<TlsFacts> {
  /** By the end that is the client. */
  readonly #facts = { source: new TlsFactsBuilder(), destination: new TlsFactsBuilder() }
  readonly #scanners: Record<Direction, HandshakeScanner>

  constructor() {
    this.#scanners = { source: this.#scanner('source'), destination: this.#scanner('destination') }
  }

  get alive(): boolean {
    return this.#scanners.source.alive || this.#scanners.destination.alive
  }

  get bufferedBytes(): number {
    const facts = this.#facts.source.bufferedBytes + this.#facts.destination.bufferedBytes
    return facts + this.#scanners.source.bufferedBytes + this.#scanners.destination.bufferedBytes
  }

  push(direction: Direction, bytes: Uint8Array): void {
    this.#scanners[direction].push(bytes)
  }

  gap(direction: Direction): void {
    this.#scanners[direction].gap()
  }

  /** The hello of SSLv2 has no record layer: it is looked for in the first bytes. */
  finish(end: Ending): ByEnd<TlsFacts> | null {
    for (const asker of ends) {
      const version = sslv2Version(end.starts[asker])
      if (version !== null) this.#facts[asker].version(version)
    }
    const found = tlsOf(this.#facts, end)
    if (found) end.protocols.add('tls')
    return found
  }

  #scanner(end: Direction): HandshakeScanner {
    const listener = {
      // In mid-stream the lengths must fit: what looks like a hello may be cut up by another protocol's framing.
      clientHello: (body: Uint8Array, atStart: boolean) => this.#facts[end].clientHello(body, 't', !atStart),
      serverHello: (body: Uint8Array, atStart: boolean) =>
        this.#facts[opposite(end)].serverHello(body, !atStart),
    }
    return new HandshakeScanner(listener, limits.streamBytes)
  }
}
