const smallest = 512

/** Bytes that wait to become a whole message. Holds no memory while there are none. */
export class Pending {
  #bytes: Buffer | null = null
  #length = 0

  get length(): number {
    return this.#length
  }

  /** All that waits, valid until something is added or dropped. */
  view(): Buffer {
    return this.#bytes === null ? nothing : this.#bytes.subarray(0, this.#length)
  }

  add(more: Uint8Array): void {
    const wanted = this.#length + more.length
    if (this.#bytes === null || this.#bytes.length < wanted) {
      // Doubled, so that a message that comes byte by byte is not copied byte by byte.
      const larger = Buffer.allocUnsafeSlow(Math.max(smallest, wanted, this.#length * 2))
      if (this.#bytes !== null) this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#bytes.set(more, this.#length)
    this.#length = wanted
  }

  drop(count: number): void {
    if (count >= this.#length) {
      this.#bytes = null
      this.#length = 0
      return
    }
    this.#bytes!.copyWithin(0, count, this.#length)
    this.#length -= count
  }
}

const nothing = Buffer.alloc(0)
