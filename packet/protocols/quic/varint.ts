/** Reads QUIC's variable-length integers (RFC 9000 §16); past the end it gives zeros and `short` turns true. */
export class VarintCursor {
  readonly bytes: Uint8Array
  at: number
  short = false

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  varint(): number {
    const first = this.u8()
    let value = first & 0x3f
    for (let more = (1 << (first >> 6)) - 1; more > 0; more--) value = value * 256 + this.u8()
    return value
  }

  u8(): number {
    if (this.at >= this.bytes.length) this.short = true
    return this.bytes[this.at++] ?? 0
  }

  take(length: number): Uint8Array {
    if (length > this.left) this.short = true
    const part = this.bytes.subarray(this.at, this.at + length)
    this.at += length
    return part
  }
}
