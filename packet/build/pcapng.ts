import type { TimedFrame } from './pcap.ts'

export interface PcapngShape {
  linkType?: number
  byteOrder?: 'little' | 'big'
  /** Decimal digits of a second a timestamp counts: 6 when not said. */
  digits?: number
  snapLength?: number
  /** Name of the interface. */
  name?: string
}

/** One section with one interface and an enhanced packet block a frame. */
export function pcapng(frames: readonly TimedFrame[], shape: PcapngShape = {}): Uint8Array {
  const little = shape.byteOrder !== 'big'
  const digits = shape.digits ?? 6
  const section = new DataView(new ArrayBuffer(16))
  section.setUint32(0, 0x1a2b3c4d, little)
  section.setUint16(4, 1, little)
  section.setInt32(8, -1, little)
  section.setInt32(12, -1, little)
  const named = options(shape.name === undefined ? [] : [[2, shape.name]], little)
  const port = new DataView(new ArrayBuffer(16 + named.length))
  port.setUint16(0, shape.linkType ?? 1, little)
  port.setUint32(4, shape.snapLength ?? 0, little)
  port.setUint16(8, 9, little)
  port.setUint16(10, 1, little)
  port.setUint8(12, digits)
  new Uint8Array(port.buffer).set(named, 16)
  return Buffer.concat([
    block(0x0a0d0d0a, section, little),
    block(1, port, little),
    ...frames.map(({ at, frame, comments = [] }) => {
      const captured = shape.snapLength ? frame.subarray(0, shape.snapLength) : frame
      const beside =
        comments.length > 0
          ? options(
              comments.map((text) => [1, text]),
              little,
            )
          : new Uint8Array(0)
      const optionsAt = 20 + captured.length + padding(captured.length)
      const body = new DataView(new ArrayBuffer(optionsAt + beside.length))
      const ticks = BigInt(Math.round(at * 1000)) * 10n ** BigInt(digits - 6)
      body.setUint32(4, Number(ticks >> 32n), little)
      body.setUint32(8, Number(ticks & 0xffffffffn), little)
      body.setUint32(12, captured.length, little)
      body.setUint32(16, frame.length, little)
      new Uint8Array(body.buffer).set(captured, 20)
      new Uint8Array(body.buffer).set(beside, optionsAt)
      return block(6, body, little)
    }),
  ])
}

/** Options as they follow a block's fixed part, with their end. */
function options(of: readonly (readonly [code: number, text: string])[], little: boolean): Uint8Array {
  const parts = of.map(([code, text]) => {
    const value = Buffer.from(text)
    const option = Buffer.alloc(4 + value.length + padding(value.length))
    new DataView(option.buffer, option.byteOffset).setUint16(0, code, little)
    new DataView(option.buffer, option.byteOffset).setUint16(2, value.length, little)
    option.set(value, 4)
    return option
  })
  return Buffer.concat([...parts, Buffer.alloc(4)])
}

const padding = (length: number): number => (4 - (length % 4)) % 4

/** A block of any type around a body whose length is a multiple of four. */
export function block(type: number, body: DataView, little: boolean): Uint8Array {
  const bytes = new Uint8Array(12 + body.byteLength)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, type, little)
  view.setUint32(4, bytes.length, little)
  bytes.set(new Uint8Array(body.buffer, body.byteOffset, body.byteLength), 8)
  view.setUint32(8 + body.byteLength, bytes.length, little)
  return bytes
}
