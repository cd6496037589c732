import { limits } from '#packet/limits.ts'

/** The first bytes of one direction, without holes. */
export class StreamHead {
  bytes = new Uint8Array()
  private whole = true

  push(bytes: Uint8Array): void {
    const room = limits.recogniseBytes - this.bytes.length
    if (!this.whole || room <= 0) return
    const part = bytes.subarray(0, room)
    const joined = new Uint8Array(this.bytes.length + part.length)
    joined.set(this.bytes)
    joined.set(part, this.bytes.length)
    this.bytes = joined
  }

  /** What comes after a hole is no longer the start. */
  gap(): void {
    this.whole = false
  }
}
