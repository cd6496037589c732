/** Walks the bytes of a block (block.ts) and stops where they end before they should. */
export class Cursor {
  readonly bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** @returns where so many bytes begin @throws RangeError when there are fewer */
  advance(size: number): number {
    const start = this.at
    this.at += size
    if (this.at > this.bytes.length) throw new RangeError('A block ends before its last column does.')
    return start
  }

  /** Seven bits a byte, the lowest first. */
  whole(): number {
    const first = this.bytes[this.advance(1)]!
    return first < 128 ? first : this.#rest(first - 128)
  }

  #rest(lowest: number): number {
    let value = lowest
    for (let unit = 128; unit <= 2 ** 49; unit *= 128) {
      const byte = this.bytes[this.advance(1)]!
      value += (byte & 127) * unit
      if (byte < 128) return value
    }
    throw new RangeError('A length in a block is no length.')
  }

  /** Eight bytes of a number that is no larger than 2^53. */
  long(): number {
    const at = this.advance(8)
    return this.bytes.readUInt32LE(at) + this.bytes.readUInt32LE(at + 4) * 2 ** 32
  }

  text(): string {
    const size = this.whole()
    const start = this.advance(size)
    return this.bytes.toString('utf8', start, start + size)
  }
}
