import { limits } from '../limits.ts'
import type { FragmentStore, FrameCursor } from './frame-cursor.ts'

interface Piece {
  start: number
  bytes: Uint8Array
}

interface Datagram {
  /** Time of the fragment that came first. */
  began: number
  pieces: Piece[]
  /** One byte for each 8 of the datagram: 1 where it came. */
  units: Uint8Array
  bufferedBytes: number
  /** Whole length, known once the last fragment came. */
  length: number
}

const largest = 65_535
const unitCount = (largest + 1) / 8
/** Bookkeeping of one piece, so that many tiny fragments cost what they occupy. */
const pieceCost = 128

/** IP datagrams waiting for their other fragments, within limits.fragmentBytes: the oldest give way. */
export class Fragments implements FragmentStore {
  readonly #waiting = new Map<string, Datagram>()
  #bufferedBytes = 0
  #dropped: (count: number) => void

  constructor(dropped: (count: number) => void) {
    this.#dropped = dropped
  }

  add(cursor: FrameCursor, protocol: number, id: number, start: number, more: boolean): Uint8Array | null {
    const bytes = cursor.bytes.slice(cursor.at, cursor.end)
    if (start + bytes.length > largest || (more && bytes.length === 0)) {
      this.#dropped(1)
      return null
    }
    const key = datagramKey(cursor, protocol, id)
    let datagram = this.#waiting.get(key)
    // Its number is in use again: what is older belongs to a datagram that nobody put together.
    if (datagram && isAbandoned(datagram.began, cursor.time)) {
      this.#drop(key, datagram)
      datagram = undefined
    }
    if (!datagram) {
      datagram = {
        began: cursor.time,
        pieces: [],
        units: new Uint8Array(unitCount),
        bufferedBytes: unitCount,
        length: -1,
      }
      this.#waiting.set(key, datagram)
      this.#bufferedBytes += unitCount
    }
    if (!more && datagram.length < 0) datagram.length = start + bytes.length
    const end = start + bytes.length
    datagram.units.fill(1, start / 8, more ? Math.floor(end / 8) : Math.ceil(end / 8))
    datagram.pieces.push({ start, bytes })
    const cost = bytes.length + pieceCost
    datagram.bufferedBytes += cost
    this.#bufferedBytes += cost
    const whole = joined(datagram)
    if (whole) this.#forget(key, datagram)
    else this.#makeRoom()
    return whole
  }

  /** The capture is over: what still waits is counted as dropped. */
  end(): void {
    let pieces = 0
    for (const datagram of this.#waiting.values()) pieces += datagram.pieces.length
    if (pieces > 0) this.#dropped(pieces)
    this.#waiting.clear()
    this.#bufferedBytes = 0
  }

  #makeRoom(): void {
    for (const [key, datagram] of this.#waiting) {
      if (this.#bufferedBytes <= limits.fragmentBytes) return
      this.#drop(key, datagram)
    }
  }

  #drop(key: string, datagram: Datagram): void {
    this.#dropped(datagram.pieces.length)
    this.#forget(key, datagram)
  }

  #forget(key: string, datagram: Datagram): void {
    this.#waiting.delete(key)
    this.#bufferedBytes -= datagram.bufferedBytes
  }
}

/** Whether nobody waits at `now` for others of a datagram whose first fragment came then; the packets of a capture need not be in order. */
export const isAbandoned = (began: number, now: number): boolean =>
  Math.abs(now - began) > limits.fragmentsWait

/** The datagram's payload when its pieces cover it without a hole, else null. */
function joined({ pieces, units, length }: Datagram): Uint8Array | null {
  if (length < 0) return null
  const hole = units.indexOf(0)
  if (hole >= 0 && hole < Math.ceil(length / 8)) return null
  const whole = new Uint8Array(length)
  // Written in reverse order of arrival, the first to arrive is written last and stands.
  for (const piece of pieces.toReversed()) {
    if (piece.start < length) whole.set(piece.bytes.subarray(0, length - piece.start), piece.start)
  }
  return whole
}

/** What fragments of one datagram have in common. */
export function datagramKey(cursor: FrameCursor, protocol: number, id: number): string {
  const { addresses, sourceAt, destinationAt, addressLength } = cursor
  // IPv6 knows datagrams by addresses and identification alone (RFC 8200 §4.5), IPv4 by protocol, too.
  let key = addressLength === 4 ? `${protocol}/${id}/` : `${id}/`
  for (let i = 0; i < addressLength; i++) {
    key += String.fromCharCode((addresses[sourceAt + i]! << 8) | addresses[destinationAt + i]!)
  }
  return key
}
