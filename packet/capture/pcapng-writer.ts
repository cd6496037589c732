import type { CaptureRecord } from './record.ts'

const byteOrderMagic = 0x1a2b3c4d
/** Options (draft-ietf-opsawg-pcapng §3.5, §4.2). */
const option = { end: 0, name: 2, resolution: 9 } as const
/** Decimal digits of a second: nanoseconds, the finest that a capture is read with. */
const digits = 9

/**
 * Writes pcapng (draft-ietf-opsawg-pcapng): one section, an interface for each pair of name and link type when its first packet comes,
 * and an enhanced packet block a packet. What a packet was comes out as it came in, its time to the nanosecond.
 */
export class PcapngWriter {
  readonly #interfaces = new Map<string, number>()

  /** What a file begins with. */
  begin(): Uint8Array {
    const body = new DataView(new ArrayBuffer(16))
    body.setUint32(0, byteOrderMagic, true)
    body.setUint16(4, 1, true)
    // Its length is not known beforehand.
    body.setBigInt64(8, -1n, true)
    return block(0x0a0d0d0a, body)
  }

  /** Blocks of one packet, and before the first of an interface the block of that. @param at milliseconds since 1970 UTC */
  packet(record: CaptureRecord, { name, at }: { name: string; at: number }): Uint8Array[] {
    const key = `${record.linkType} ${name}`
    const known = this.#interfaces.get(key)
    if (known !== undefined) return [packetBlock(record, known, at)]
    const index = this.#interfaces.size
    this.#interfaces.set(key, index)
    return [interfaceBlock(record.linkType, name), packetBlock(record, index, at)]
  }
}

function interfaceBlock(linkType: number, name: string): Uint8Array {
  const text = Buffer.from(name).subarray(0, 255)
  const body = new DataView(new ArrayBuffer(8 + 4 + padded(text.length) + 8 + 4))
  body.setUint16(0, linkType, true)
  body.setUint16(8, option.name, true)
  body.setUint16(10, text.length, true)
  bytesOf(body).set(text, 12)
  const behind = 12 + padded(text.length)
  body.setUint16(behind, option.resolution, true)
  body.setUint16(behind + 2, 1, true)
  body.setUint8(behind + 4, digits)
  body.setUint32(behind + 8, option.end, true)
  return block(1, body)
}

function packetBlock(
  { bytes, start, end, wireLength }: CaptureRecord,
  index: number,
  at: number,
): Uint8Array {
  const length = end - start
  const body = new DataView(new ArrayBuffer(20 + padded(length)))
  const whole = Math.floor(at)
  const ticks = BigInt(whole) * 1_000_000n + BigInt(Math.round((at - whole) * 1_000_000))
  body.setUint32(0, index, true)
  body.setUint32(4, Number(ticks >> 32n), true)
  body.setUint32(8, Number(ticks & 0xffff_ffffn), true)
  body.setUint32(12, length, true)
  body.setUint32(16, Math.max(wireLength, length), true)
  bytesOf(body).set(bytes.subarray(start, end), 20)
  return block(6, body)
}

const padded = (length: number): number => Math.ceil(length / 4) * 4

const bytesOf = (view: DataView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

function block(type: number, body: DataView): Uint8Array {
  const bytes = new Uint8Array(12 + body.byteLength)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, type, true)
  view.setUint32(4, bytes.length, true)
  bytes.set(bytesOf(body), 8)
  view.setUint32(8 + body.byteLength, bytes.length, true)
  return bytes
}
