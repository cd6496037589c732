import { byte, lookAhead, lookBack } from './bytes.ts'

/** What looks for something in text that slides by. */
export interface Scanner {
  /**
   * Looks at every place from where it stopped last up to `limit`. Each may look `lookBack` bytes back and `lookAhead` bytes
   * ahead, so what it finds does not depend on where the text was cut.
   */
  scan(b: Uint8Array, limit: number): void
  /** Where it goes on: at `limit` or behind it. */
  readonly at: number
  /** Everything stands `by` bytes further to the front from now on. */
  moved(b: Uint8Array, by: number): void
}

/** Where text begins in the buffer: before it stands an empty line. */
export const textStart = lookBack
const room = 256 * 1024

/** A piece of the text, as long as the scanner needs it: memory does not grow with lines or files. */
export class SlidingText {
  readonly #buffer = new Uint8Array(lookBack + room + lookAhead)
  #filled = textStart
  readonly #scanner: Scanner

  constructor(scanner: Scanner) {
    this.#scanner = scanner
    this.#buffer.fill(byte.lineFeed, 0, textStart)
  }

  push(bytes: Uint8Array): void {
    for (let read = 0; read < bytes.length;) {
      if (this.#filled === textStart + room) this.#slide()
      const part = bytes.subarray(read, read + textStart + room - this.#filled)
      this.#buffer.set(part, this.#filled)
      this.#filled += part.length
      read += part.length
      this.#scanner.scan(this.#buffer, this.#filled - lookAhead)
    }
  }

  /** Behind the text stands the end of its last line. */
  end(): void {
    if (this.#filled === textStart + room) this.#slide()
    this.#buffer.fill(byte.lineFeed, this.#filled, this.#filled + lookAhead)
    this.#scanner.scan(this.#buffer, this.#filled)
  }

  #slide(): void {
    const by = this.#scanner.at - lookBack
    this.#scanner.moved(this.#buffer, by)
    this.#buffer.copyWithin(0, by, this.#filled)
    this.#filled -= by
  }
}
