import { copyFrom, joined, noBytes } from '../bytes.ts'

/** The two handshake messages a fingerprint needs (RFC 8446 §4). */
export interface HandshakeListener {
  /** `atStart`: the hello is the first thing this direction said. */
  clientHello(body: Uint8Array, atStart: boolean): void
  serverHello(body: Uint8Array, atStart: boolean): void
}

const recordHeader = 5
const handshakeRecord = 22
/** Record header, handshake header and version: what must be seen before bytes in mid-stream are believed to be a hello. */
const helloPrefixBytes = recordHeader + 4 + 2
/** A longer one would not fit the two length bytes of its lists; larger claims are damage. */
const largestHello = 0xffff

/**
 * Finds hellos in one direction of a stream, wherever they start: TLS may follow STARTTLS, CONNECT, SOCKS or a
 * database's prelude. A hello may be cut over several records (RFC 8446 §5.1). Independent of how bytes are cut.
 */
export class HandshakeScanner {
  #pending = noBytes
  /** Handshake bytes gathered from records, once a hello has started. */
  #message: Uint8Array | null = null
  #filled = 0
  #recordLeft = 0
  #scanned = 0
  #atStart = true
  #messageAtStart = false
  readonly #listener: HandshakeListener
  readonly #budget: number

  /** `budget`: bytes without a hello after which the scanner stops. */
  constructor(listener: HandshakeListener, budget: number) {
    this.#listener = listener
    this.#budget = budget
  }

  get alive(): boolean {
    return this.#scanned < this.#budget
  }

  get bufferedBytes(): number {
    return this.#pending.length + (this.#message?.length ?? 0)
  }

  push(bytes: Uint8Array): void {
    if (!this.alive || bytes.length === 0) return
    const data = joined(this.#pending, bytes)
    let at = 0
    while (this.alive && at < data.length) {
      const gathering = this.#message !== null
      const next = gathering ? this.#gather(data, at) : this.#hunt(data, at)
      if (next === at && gathering === (this.#message !== null)) break
      at = next
    }
    this.#pending = this.alive ? copyFrom(data, at) : noBytes
  }

  /** A hole: a hello being gathered is lost; the next one may start right after. */
  gap(): void {
    this.#pending = noBytes
    this.#message = null
    this.#recordLeft = 0
    this.#atStart = false
  }

  /** Returns where to go on; the same place when more bytes are needed. */
  #hunt(data: Uint8Array, from: number): number {
    const found = this.#atStart && data[from] === handshakeRecord ? from : data.indexOf(handshakeRecord, from)
    const at = found < 0 ? data.length : found
    if (at > from) {
      this.#atStart = false
      this.#scanned = Math.min(this.#budget, this.#scanned + at - from)
      return at
    }
    const kind = at + 1 < data.length && data[at + 1] !== 3 ? 'no' : this.#looksLikeHello(data, at)
    if (kind === 'short') return from
    if (kind === 'no') {
      this.#atStart = false
      this.#scanned++
      return at + 1
    }
    this.#messageAtStart = this.#atStart
    this.#atStart = false
    this.#message = new Uint8Array(4)
    this.#filled = 0
    this.#recordLeft = 0
    return this.#gather(data, at)
  }

  #looksLikeHello(data: Uint8Array, at: number): 'yes' | 'no' | 'short' {
    const left = data.length - at
    const wrong = (index: number, good: (byte: number) => boolean): boolean =>
      left > index && !good(data[at + index]!)
    if (wrong(1, (b) => b === 3) || wrong(2, (b) => b <= 4) || wrong(5, (b) => b === 1 || b === 2))
      return 'no'
    if (left < recordHeader + 1) return 'short'
    const length = (data[at + 3]! << 8) | data[at + 4]!
    if (length === 0 || length > 0x4800) return 'no'
    if (this.#atStart && length < helloPrefixBytes - recordHeader) return 'yes'
    if (length < helloPrefixBytes - recordHeader) return 'no'
    if (wrong(6, (b) => b === 0) || wrong(9, (b) => b === 3) || wrong(10, (b) => b <= 4)) return 'no'
    return left < helloPrefixBytes ? 'short' : 'yes'
  }

  /** Moves record payload into the message; stops and hunts again when something else than a handshake record comes. */
  #gather(data: Uint8Array, from: number): number {
    let at = from
    while (this.#message) {
      if (this.#recordLeft === 0) {
        if (data.length - at < recordHeader) return at
        const length = (data[at + 3]! << 8) | data[at + 4]!
        if (data[at] !== handshakeRecord || data[at + 1] !== 3 || length === 0 || length > 0x4800) {
          this.#message = null
          return at
        }
        this.#recordLeft = length
        at += recordHeader
      }
      if (at >= data.length) return at
      const part = data.subarray(at, at + Math.min(this.#recordLeft, this.#message.length - this.#filled))
      this.#message.set(part, this.#filled)
      this.#filled += part.length
      this.#recordLeft -= part.length
      at += part.length
      if (this.#filled === this.#message.length) this.#complete(this.#message)
    }
    return at
  }

  #complete(message: Uint8Array): void {
    const length = (message[1]! << 16) | (message[2]! << 8) | message[3]!
    const type = message[0]!
    if ((type !== 1 && type !== 2) || length > largestHello) {
      this.#message = null
      this.#recordLeft = 0
    } else if (message.length < 4 + length) {
      const grown = new Uint8Array(4 + length)
      grown.set(message)
      this.#message = grown
    } else {
      this.#message = null
      this.#recordLeft = 0
      this.#scanned = 0
      if (type === 1) this.#listener.clientHello(message.subarray(4), this.#messageAtStart)
      else this.#listener.serverHello(message.subarray(4), this.#messageAtStart)
    }
  }
}
