import type { TlsFacts } from '#model/protocols/tls.ts'
import { limits } from '#packet/limits.ts'
import { type ByEnd, type Direction, ends, opposite } from '#packet/stream.ts'
import { cut } from '../cut.ts'
import type { Ending } from '../protocol.ts'
import { Cursor, parseClientHello } from './client-hello.ts'
import { cipherName } from './cipher-names.ts'
import { ja3, ja3String } from './ja3.ts'
import { ja4, offeredVersion, type Ja4Transport } from './ja4.ts'
import { versionName } from './version.ts'

/** Gathers what hellos say. Fingerprints are one entry a hello; the other lists hold each value once, in order seen. */
export class TlsFactsBuilder {
  /** Characters of the facts gathered. */
  bufferedBytes = 0
  #made: TlsFacts | null = null
  #seen = false
  /** This end began with a ClientHello, and the other with a ServerHello; later ones may lie in a file. */
  asked = false
  answered = false

  /** Made with the first hello: every stream has two builders, most streams no hello. */
  get #facts(): TlsFacts {
    this.#made ??= { versions: [], ja3: [], ja3Strings: [], ja4: [], serverNames: [], alpn: [], ciphers: [] }
    return this.#made
  }

  /** `body` without the handshake header; `exact`: believe it only when all its lengths fit. */
  clientHello(body: Uint8Array, transport: Ja4Transport, exact = false): void {
    const hello = parseClientHello(body, { datagram: transport === 'd', exact })
    this.#seen ||= hello !== null || !exact
    this.asked ||= hello !== null && !exact
    if (!hello || this.#facts.ja4.length >= limits.clientHellos) return
    // JA3 is defined for TLS; only JA4 knows DTLS.
    if (transport !== 'd') {
      const text = ja3String(hello)
      const kept = cut(text, limits.text)
      this.#facts.ja3Strings.push(kept)
      this.bufferedBytes += kept.length + 32
      this.#facts.ja3.push(ja3(text))
    }
    this.#facts.ja4.push(ja4(hello, transport))
    this.bufferedBytes += 36
    this.version(offeredVersion(hello))
    this.#addOnce(this.#facts.serverNames, hello.serverName)
    for (const name of hello.alpn) this.#addOnce(this.#facts.alpn, name)
  }

  /** version, random, session id, then the suite chosen (RFC 8446 §4.1.3). */
  serverHello(body: Uint8Array, midStream = false): void {
    const cursor = new Cursor(body)
    cursor.take(34)
    cursor.take(cursor.u8())
    if (cursor.left < 2) return
    this.#seen = true
    this.answered ||= !midStream
    this.#addOnce(this.#facts.ciphers, cipherName(cursor.u16()))
  }

  /** A hello was recognised that no fingerprint is defined for. */
  version(version: number): void {
    this.#seen = true
    this.asked = true
    this.#addOnce(this.#facts.versions, versionName(version))
  }

  finish(): TlsFacts | null {
    return this.#seen ? this.#facts : null
  }

  #addOnce(list: string[], value: string): void {
    const text = cut(value, limits.text)
    if (text === '' || list.length >= limits.clientHellos || list.includes(text)) return
    list.push(text)
    this.bufferedBytes += text.length
  }
}

/** What each end said as a client; null when there was no TLS at all. */
export function tlsOf(builders: Record<Direction, TlsFactsBuilder>, end: Ending): ByEnd<TlsFacts> | null {
  const found = { source: builders.source.finish(), destination: builders.destination.finish() }
  for (const asker of ends) {
    if (builders[asker].asked) end.asks.add(asker)
    if (builders[asker].answered) end.answers.add(opposite(asker))
  }
  return (found.source ?? found.destination) ? found : null
}
