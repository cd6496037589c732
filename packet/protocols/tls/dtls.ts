import type { TlsFactsBuilder } from './facts.ts'

const recordHeader = 13
const handshakeHeader = 12
const handshakeRecord = 22
/** More than any hello; claims above it are damage. */
const largestHello = 0x4000

/** Gathers one hello of DTLS from its fragments (RFC 9147 §5.5). */
class FragmentedHello {
  readonly #body: Uint8Array
  readonly #covered: Uint8Array
  #missing: number
  readonly sequence: number

  constructor(sequence: number, length: number) {
    this.sequence = sequence
    this.#body = new Uint8Array(length)
    this.#covered = new Uint8Array(length)
    this.#missing = length
  }

  get length(): number {
    return this.#body.length
  }

  /** The body once every byte has come, else null. */
  add(offset: number, part: Uint8Array): Uint8Array | null {
    for (let i = 0; i < part.length; i++) {
      if (this.#covered[offset + i]) continue
      this.#covered[offset + i] = 1
      this.#body[offset + i] = part[i]!
      this.#missing--
    }
    return this.#missing === 0 ? this.#body : null
  }
}

const u16 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!
const u24 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 16) | u16(bytes, at + 1)

/** DTLS hellos of one direction, datagram by datagram. */
export class DtlsStreamParser {
  readonly #facts: TlsFactsBuilder
  readonly #answered: TlsFactsBuilder
  #partial: FragmentedHello | null = null

  /** `facts` of this end as a client; `answered` of the other, whose hello a ServerHello answers. */
  constructor(facts: TlsFactsBuilder, answered: TlsFactsBuilder) {
    this.#facts = facts
    this.#answered = answered
  }

  /** Body and coverage of a hello that is not whole. */
  get bufferedBytes(): number {
    return 2 * (this.#partial?.length ?? 0)
  }

  /** Reads all unencrypted handshake records (epoch 0) of a datagram; anything else ends the reading. */
  push(datagram: Uint8Array): void {
    let at = 0
    while (datagram.length - at > recordHeader + handshakeHeader) {
      const version = u16(datagram, at + 1)
      const known = version === 0xfeff || version === 0xfefd || version === 0x0100
      if (datagram[at] !== handshakeRecord || !known || u16(datagram, at + 3) !== 0) return
      const end = at + recordHeader + u16(datagram, at + 11)
      if (end > datagram.length) return
      this.#handshakes(datagram.subarray(at + recordHeader, end))
      at = end
    }
  }

  #handshakes(record: Uint8Array): void {
    let at = 0
    while (record.length - at >= handshakeHeader) {
      const [type, length, sequence] = [record[at], u24(record, at + 1), u16(record, at + 4)]
      const [offset, partLength] = [u24(record, at + 6), u24(record, at + 9)]
      const from = at + handshakeHeader
      at = from + partLength
      if (at > record.length || offset + partLength > length || length > largestHello) return
      if (type === 1 || type === 2) this.#fragment(type, sequence, length, offset, record.subarray(from, at))
    }
  }

  #fragment(type: number, sequence: number, length: number, offset: number, part: Uint8Array): void {
    if (this.#partial?.sequence !== sequence || this.#partial.length !== length)
      this.#partial = new FragmentedHello(sequence, length)
    const body = this.#partial.add(offset, part)
    if (!body) return
    this.#partial = null
    if (type === 1) this.#facts.clientHello(body, 'd')
    else this.#answered.serverHello(body)
  }
}
