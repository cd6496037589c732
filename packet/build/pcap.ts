export interface PcapShape {
  /** Ethernet (1) when not said. */
  linkType?: number
  byteOrder?: 'little' | 'big'
  nanoseconds?: boolean
  snapLength?: number
}

/** The 24 bytes a pcap file begins with. */
export function pcapHeader(shape: PcapShape = {}): Uint8Array {
  const little = shape.byteOrder !== 'big'
  const bytes = new DataView(new ArrayBuffer(24))
  bytes.setUint32(0, shape.nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4, little)
  bytes.setUint16(4, 2, little)
  bytes.setUint16(6, 4, little)
  bytes.setUint32(16, shape.snapLength ?? 262_144, little)
  bytes.setUint32(20, shape.linkType ?? 1, little)
  return new Uint8Array(bytes.buffer)
}

/** One record: header and frame. `at` in milliseconds since 1970 UTC; what it has below a microsecond is dropped. */
export function pcapRecord(at: number, frame: Uint8Array, shape: PcapShape = {}): Uint8Array {
  const little = shape.byteOrder !== 'big'
  const captured = Math.min(frame.length, shape.snapLength ?? frame.length)
  const record = new Uint8Array(16 + captured)
  const header = new DataView(record.buffer)
  const microseconds = Math.round(at * 1000)
  const fraction = microseconds % 1_000_000
  header.setUint32(0, (microseconds - fraction) / 1_000_000, little)
  header.setUint32(4, shape.nanoseconds ? fraction * 1000 : fraction, little)
  header.setUint32(8, captured, little)
  header.setUint32(12, frame.length, little)
  record.set(frame.subarray(0, captured), 16)
  return record
}

export interface TimedFrame {
  at: number
  frame: Uint8Array
  /** Of pcapng alone. */
  comments?: readonly string[]
}

/** A whole capture in memory; long ones are written record by record. */
export function pcap(frames: readonly TimedFrame[], shape: PcapShape = {}): Uint8Array {
  return Buffer.concat([pcapHeader(shape), ...frames.map(({ at, frame }) => pcapRecord(at, frame, shape))])
}
