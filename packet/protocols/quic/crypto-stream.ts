import { VarintCursor } from './varint.ts'

/** Longer than any hello; a peer that sends more is not saying hello. */
const largest = 8192

/** Puts the CRYPTO frames of Initial packets in order until the first handshake message is whole (RFC 9000 §19.6). */
export class CryptoStream {
  readonly #bytes = new Uint8Array(largest)
  readonly #present = new Uint8Array(largest)
  #known = 0
  readonly bufferedBytes = 2 * largest

  /** `frames`: the decrypted payload of one packet. Frames that do not belong in an Initial packet end the reading. */
  add(frames: Uint8Array): void {
    const cursor = new VarintCursor(frames)
    while (cursor.left > 0) {
      const type = cursor.varint()
      if (type === 0x02 || type === 0x03) skipAck(cursor, type === 0x03)
      else if (type === 0x06) {
        const offset = cursor.varint()
        const data = cursor.take(cursor.varint())
        if (cursor.short) return
        this.#put(offset, data)
      } else if (type > 0x01) return
    }
  }

  /** Body of the ClientHello once all of it has come, else null. */
  clientHello(): Uint8Array | null {
    while (this.#known < largest && this.#present[this.#known]) this.#known++
    const [type, high, middle, low] = this.#bytes
    const length = (high! << 16) | (middle! << 8) | low!
    return this.#known >= 4 && type === 1 && this.#known >= 4 + length
      ? this.#bytes.slice(4, 4 + length)
      : null
  }

  #put(offset: number, data: Uint8Array): void {
    if (offset + data.length > largest) return
    this.#bytes.set(data, offset)
    this.#present.fill(1, offset, offset + data.length)
  }
}

/** RFC 9000 §19.3: largest, delay, count, first range, then pairs of gap and length; three counts with ECN. */
function skipAck(cursor: VarintCursor, ecn: boolean): void {
  cursor.varint()
  cursor.varint()
  let more = cursor.varint() * 2 + 1 + (ecn ? 3 : 0)
  while (more-- > 0 && cursor.left > 0) cursor.varint()
}
