import { noBytes } from '../bytes.ts'
import type { TlsFactsBuilder } from './facts.ts'

const recordHeader = 13
const handshakeHeader = 12
const handshakeRecord = 22
/** More than any hello; claims above it are damage. */
const largestHello = 0x4000

/**
 * Gathers one hello of DTLS at a time from its fragments (RFC 9147 §5.5). The next takes its place in the same memory: headers of
 * fragments are small, and each may name another hello.
 */
export class FragmentedHello {
  #body = noBytes
  /** The number of the turn in which a byte came. */
  #covered = noBytes
  #turn = 0
  #sequence = -1
  #length = 0
  #missing = 0

  /** Bytes it holds. */
  get size(): number {
    return 2 * this.#body.length
  }

  /** The body once every byte has come, else null; it is valid till the next fragment. */
  add(sequence: number, length: number, offset: number, part: Uint8Array): Uint8Array | null {
    if (sequence !== this.#sequence || length !== this.#length) this.#begin(sequence, length)
    for (let i = offset; i < offset + part.length; i++) {
      if (this.#covered[i] === this.#turn) continue
      this.#covered[i] = this.#turn
      this.#body[i] = part[i - offset]!
      this.#missing--
    }
    if (this.#missing > 0) return null
    this.#sequence = -1
    return this.#body.subarray(0, length)
  }

  #begin(sequence: number, length: number): void {
    if (length > this.#body.length) {
      // Twice as much at least, so that ever longer ones are seldom met with new memory.
      const size = Math.max(length, Math.min(2 * this.#body.length, largestHello))
      this.#body = new Uint8Array(size)
      this.#covered = new Uint8Array(size)
      this.#turn = 0
    } else if (this.#turn === 255) {
      this.#covered.fill(0)
      this.#turn = 0
    }
    this.#turn++
    this.#sequence = sequence
    this.#length = this.#missing = length
  }
}

const u16 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!
const u24 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 16) | u16(bytes, at + 1)

/** DTLS hellos of one direction, datagram by datagram. */
export class DtlsStreamParser {
  readonly #facts: TlsFactsBuilder
  readonly #answered: TlsFactsBuilder
  /** Made with the first fragment that is not all of its hello. */
  #partial: FragmentedHello | null = null

  /** `facts` of this end as a client; `answered` of the other, whose hello a ServerHello answers. */
  constructor(facts: TlsFactsBuilder, answered: TlsFactsBuilder) {
    this.#facts = facts
    this.#answered = answered
  }

  get bufferedBytes(): number {
    return this.#partial?.size ?? 0
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
    const body = part.length === length ? part : this.#gathered(sequence, length, offset, part)
    if (!body) return
    if (type === 1) this.#facts.clientHello(body, 'd')
    else this.#answered.serverHello(body)
  }

  #gathered(sequence: number, length: number, offset: number, part: Uint8Array): Uint8Array | null {
    if (part.length === 0) return null
    this.#partial ??= new FragmentedHello()
    return this.#partial.add(sequence, length, offset, part)
  }
}
