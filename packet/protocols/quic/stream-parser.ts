import { limits } from '#packet/limits.ts'
import { noBytes } from '../bytes.ts'
import type { TlsFactsBuilder } from '../tls/facts.ts'
import { CryptoStream } from './crypto-stream.ts'
import { clientInitialKeys, openInitial, type InitialKeys } from './initial-keys.ts'
import { initialPackets, type InitialPacket } from './initial-packet.ts'

/** A client's attempt to connect; a Retry from the server starts another one with other keys. */
interface Attempt {
  keys: InitialKeys
  crypto: CryptoStream | null
}

/** The ClientHellos in the QUIC Initial packets of one direction. */
export class QuicStreamParser {
  /** A packet opened with the keys of its connection id: this is QUIC beyond doubt. */
  seen = false
  readonly #facts: TlsFactsBuilder
  #attempt: Attempt | null = null
  #tried = 0
  /** The same hello comes again after a Retry (RFC 9000 §17.2.5.3). */
  #last = noBytes

  constructor(facts: TlsFactsBuilder) {
    this.#facts = facts
  }

  get bufferedBytes(): number {
    return (this.#attempt?.crypto?.bufferedBytes ?? 0) + this.#last.length
  }

  push(datagram: Uint8Array): void {
    if (this.#tried >= limits.quicInitials) return
    for (const packet of initialPackets(datagram)) {
      if (this.#tried++ < limits.quicInitials) this.#open(packet)
    }
  }

  #open(packet: InitialPacket): void {
    // Once the server has answered, the client addresses it by the server's id but keeps the first keys.
    let frames = this.#attempt && openInitial(packet, this.#attempt.keys)
    if (!frames) {
      const keys = clientInitialKeys(packet.version, packet.destinationId)
      frames = openInitial(packet, keys)
      if (!frames) return
      this.#attempt = { keys, crypto: new CryptoStream() }
      this.seen = true
    }
    const attempt = this.#attempt
    if (!attempt?.crypto) return
    attempt.crypto.add(frames)
    const hello = attempt.crypto.clientHello()
    if (!hello) return
    attempt.crypto = null
    if (Buffer.compare(hello, this.#last) !== 0) this.#facts.clientHello(hello, 'q')
    this.#last = hello
  }
}
