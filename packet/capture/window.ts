/**
 * The unread bytes of a stream. Bytes handed out are never overwritten later, so views into `buffer` stay true;
 * whoever keeps one beyond the call should copy it, as it holds the whole chunk in memory.
 */
export class Window {
  buffer: Uint8Array = new Uint8Array(0)
  /** First unread byte and end of the filled part, as indexes into `buffer`. */
  start = 0
  end = 0
  /** Offset in the stream of `buffer[start]`. */
  offset = 0
  #owned = false

  get length(): number {
    return this.end - this.start
  }

  append(chunk: Uint8Array): void {
    const left = this.end - this.start
    if (left === 0) {
      // One class of arrays, so that whoever reads bytes is compiled for one.
      this.buffer = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)
      this.start = 0
      this.end = chunk.length
      this.#owned = false
      return
    }
    // Spare room behind `end` was never visible to a view: tiny chunks append without copying what is there.
    if (!this.#owned || this.buffer.length - this.end < chunk.length) {
      const grown = new Uint8Array(Math.max(left * 2, left + chunk.length, 4096))
      grown.set(this.buffer.subarray(this.start, this.end))
      this.buffer = grown
      this.start = 0
      this.end = left
      this.#owned = true
    }
    this.buffer.set(chunk, this.end)
    this.end += chunk.length
  }

  skip(count: number): void {
    this.start += count
    this.offset += count
  }
}

/** Unsigned integers at any offset in either byte order; the caller has checked the length. */
export const u16 = (b: Uint8Array, at: number, little: boolean): number =>
  little ? b[at]! | (b[at + 1]! << 8) : (b[at]! << 8) | b[at + 1]!

export const u32 = (b: Uint8Array, at: number, little: boolean): number =>
  (little
    ? b[at]! | (b[at + 1]! << 8) | (b[at + 2]! << 16) | (b[at + 3]! << 24)
    : (b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!) >>> 0
