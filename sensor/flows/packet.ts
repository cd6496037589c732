import type { CaptureRecord } from '#packet/capture/record.ts'
import { addressText } from '#packet/flows/address.ts'
import { flowKey } from '#packet/flows/key.ts'
import { Decoder } from '#packet/layers/decode.ts'
import type { FragmentStore, FrameCursor } from '#packet/layers/frame-cursor.ts'

/** What the gatherer asks of a packet; reused, take what is needed before the next. */
export interface PacketFacts {
  /** Of its conversation, whichever way it went (packet/flows/key.ts). */
  key: string
  protocol: number
  source: string
  destination: string
  sourcePort: number
  destinationPort: number
  /** Of TCP. */
  flags: number
  icmpType: number
  /** Bytes of the frame up to the payload, and of the payload. */
  headerBytes: number
  payloadBytes: number
}

/** Datagrams whose later fragments are known by their first one. */
const mostDatagrams = 4096

/**
 * Reads the outermost conversation of a frame. Fragments are not put together here: the first one has the ports, and later ones belong
 * to its conversation by their datagram's number; a later one that comes before the first is nobody's.
 */
export class PacketReader implements FragmentStore {
  readonly #decoder: Decoder
  readonly #datagrams = new Map<string, string>()
  #found: PacketFacts | null = null
  #frameStart = 0
  #datagram: string | null = null
  #later: string | null = null

  constructor() {
    this.#decoder = new Decoder({ skip: () => undefined, found: (cursor) => this.#take(cursor) }, this)
  }

  /** null: nobody's, or nothing we read. */
  read(record: CaptureRecord): PacketFacts | null {
    this.#found = null
    this.#datagram = null
    this.#later = null
    this.#frameStart = record.start
    this.#decoder.frame(record)
    if (this.#found && this.#datagram !== null) this.#remember(this.#datagram, this.#found)
    return this.#found ?? (this.#later === null ? null : { ...nobody, key: this.#later })
  }

  add(cursor: FrameCursor, protocol: number, id: number, start: number): Uint8Array | null {
    const { addresses: b, sourceAt, destinationAt, addressLength: length } = cursor
    const ends = Buffer.from(b.subarray(sourceAt, sourceAt + length)).toString('latin1')
    const there = Buffer.from(b.subarray(destinationAt, destinationAt + length)).toString('latin1')
    const datagram = `${protocol} ${id} ${ends} ${there}`
    if (start === 0) {
      this.#datagram = datagram
      return b.subarray(cursor.at, cursor.end)
    }
    this.#later = this.#datagrams.get(datagram) ?? null
    return null
  }

  end(): void {
    this.#datagrams.clear()
  }

  #remember(datagram: string, { key }: PacketFacts): void {
    this.#datagrams.set(datagram, key)
    if (this.#datagrams.size > mostDatagrams)
      this.#datagrams.delete(this.#datagrams.keys().next().value ?? '')
  }

  #take(cursor: FrameCursor): void {
    // A tunnel's inner conversation comes second and travels with the outer one.
    if (this.#found) return
    const { addresses, sourceAt, destinationAt, addressLength } = cursor
    this.#found = {
      key: flowKey(cursor),
      protocol: cursor.protocol,
      source: plain(addressText(addresses, sourceAt, addressLength)),
      destination: plain(addressText(addresses, destinationAt, addressLength)),
      sourcePort: cursor.sourcePort,
      destinationPort: cursor.destinationPort,
      flags: cursor.flags,
      icmpType: cursor.icmpType,
      headerBytes: this.#datagram === null ? cursor.at - this.#frameStart : 0,
      payloadBytes: Math.max(0, cursor.wireEnd - cursor.at),
    }
  }
}

const nobody: PacketFacts = {
  key: '',
  protocol: 0,
  source: '',
  destination: '',
  sourcePort: 0,
  destinationPort: 0,
  flags: 0,
  icmpType: 0,
  headerBytes: 0,
  payloadBytes: 0,
}

const plain = (text: string): string => (text.startsWith('::ffff:') ? text.slice(7) : text)
