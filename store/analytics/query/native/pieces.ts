const pieceBytes = 262_144
/** A text of so many characters takes fewer than 128 bytes: its length takes one. */
const shortText = 42

/** A place of so many bytes that is written later. */
export interface Place {
  bytes: Buffer
  at: number
}

/** Bytes as they are written, in pieces, so that nothing is copied when they become many. */
export class Pieces {
  readonly #done: Buffer[] = []
  #piece = Buffer.allocUnsafe(pieceBytes)
  #at = 0
  /** Of the pieces done. */
  #written = 0

  get written(): number {
    return this.#written + this.#at
  }

  /** All that was written. */
  end(): Buffer[] {
    this.#done.push(this.#piece.subarray(0, this.#at))
    return this.#done
  }

  reserve(size: number): Place {
    this.#room(size)
    const place = { bytes: this.#piece, at: this.#at }
    this.#at += size
    return place
  }

  /** Seven bits a byte, the lowest first. */
  whole(value: number): void {
    this.#room(8)
    let rest = value
    while (rest >= 128) {
      this.#piece[this.#at++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#piece[this.#at++] = rest
  }

  /** Eight bytes of a number that four can hold. */
  long(value: number): void {
    const { bytes, at } = this.reserve(8)
    bytes.writeUInt32LE(value, at)
    bytes.writeUInt32LE(0, at + 4)
  }

  /** Bytes as they are. */
  bytes(some: Uint8Array): void {
    this.#room(some.length)
    this.#piece.set(some, this.#at)
    this.#at += some.length
  }

  /** As UTF-8 behind its length. Half a surrogate pair becomes U+FFFD; everything else passes unchanged, NUL included. */
  text(value: string): void {
    const { length } = value
    if (length > shortText) {
      const size = Buffer.byteLength(value)
      this.whole(size)
      this.#room(size)
      this.#at += this.#piece.write(value, this.#at, size)
      return
    }
    this.#room(1 + 3 * length)
    const piece = this.#piece
    const start = this.#at + 1
    let read = 0
    for (; read < length; read += 1) {
      const unit = value.charCodeAt(read)
      if (unit > 127) break
      piece[start + read] = unit
    }
    const size = read === length ? length : piece.write(value, start)
    piece[this.#at] = size
    this.#at = start + size
  }

  #room(size: number): void {
    if (this.#piece.length - this.#at >= size) return
    this.#done.push(this.#piece.subarray(0, this.#at))
    this.#written += this.#at
    this.#piece = Buffer.allocUnsafe(Math.max(pieceBytes, size))
    this.#at = 0
  }
}
