import { limits } from '#packet/limits.ts'
import { joined, noBytes } from './bytes.ts'

/** The first bytes of one direction, without holes. */
export class StreamHead {
  bytes = noBytes
  #whole = true

  push(bytes: Uint8Array): void {
    const room = limits.recogniseBytes - this.bytes.length
    if (!this.#whole || room <= 0) return
    this.bytes = this.bytes === noBytes ? bytes.slice(0, room) : joined(this.bytes, bytes.subarray(0, room))
  }

  /** What comes after a hole is no longer the start. */
  gap(): void {
    this.#whole = false
  }
}
