import type { Transport } from '#model/session.ts'
import type { FrameCursor } from '../layers/frame-cursor.ts'
import { protocols } from '../layers/transport.ts'
import { addressText } from './address.ts'

const transports = new Map<number, Transport>([
  [protocols.tcp, 'tcp'],
  [protocols.udp, 'udp'],
  [protocols.icmp, 'icmp'],
  [protocols.icmpv6, 'icmpv6'],
])

/** Who talks to whom: the two ends of a conversation, each an address and a port. */
export class Peers {
  readonly protocol: number
  sourcePort: number
  destinationPort: number
  /** Both addresses behind each other, and where in them the source's and the destination's begin. */
  readonly #addresses: Uint8Array
  #sourceAt = 0
  #destinationAt: number

  /** Of a conversation that begins with this packet. */
  constructor(cursor: FrameCursor) {
    const { addresses, sourceAt, addressLength } = cursor
    this.protocol = cursor.protocol
    this.sourcePort = cursor.sourcePort
    this.destinationPort = cursor.destinationPort
    // In both versions of IP the destination's address follows the source's.
    this.#addresses = addresses.slice(sourceAt, sourceAt + 2 * addressLength)
    this.#destinationAt = addressLength
  }

  get source(): Uint8Array {
    return this.#address(this.#sourceAt)
  }

  get destination(): Uint8Array {
    return this.#address(this.#destinationAt)
  }

  get transport(): Transport {
    return transports.get(this.protocol) ?? 'other'
  }

  get sourceText(): string {
    return addressText(this.#addresses, this.#sourceAt, this.#addresses.length / 2)
  }

  get destinationText(): string {
    return addressText(this.#addresses, this.#destinationAt, this.#addresses.length / 2)
  }

  /** Whether a packet has the same key (key.ts), in either direction. */
  haveSent(cursor: FrameCursor): boolean {
    if (cursor.protocol !== this.protocol || 2 * cursor.addressLength !== this.#addresses.length) return false
    const { sourcePort, destinationPort, sourceAt, destinationAt } = cursor
    if (
      sourcePort === this.sourcePort &&
      destinationPort === this.destinationPort &&
      this.#isAt(this.#sourceAt, cursor, sourceAt) &&
      this.#isAt(this.#destinationAt, cursor, destinationAt)
    )
      return true
    return (
      sourcePort === this.destinationPort &&
      destinationPort === this.sourcePort &&
      this.#isAt(this.#destinationAt, cursor, sourceAt) &&
      this.#isAt(this.#sourceAt, cursor, destinationAt)
    )
  }

  /** Which of them sent a packet. Both the same (a "land" packet): everything counts as the source's. */
  isFromSource(cursor: FrameCursor): boolean {
    return cursor.sourcePort === this.sourcePort && this.#isAt(this.#sourceAt, cursor, cursor.sourceAt)
  }

  swap(): void {
    ;[this.#sourceAt, this.#destinationAt] = [this.#destinationAt, this.#sourceAt]
    ;[this.sourcePort, this.destinationPort] = [this.destinationPort, this.sourcePort]
  }

  /** Whether the address of a frame that begins `at` is the own one that begins there. */
  #isAt(own: number, { addresses, addressLength }: FrameCursor, at: number): boolean {
    for (let i = 0; i < addressLength; i++) if (this.#addresses[own + i] !== addresses[at + i]) return false
    return true
  }

  #address(at: number): Uint8Array {
    return this.#addresses.subarray(at, at + this.#addresses.length / 2)
  }
}
