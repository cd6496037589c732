/** A pcap (microseconds, raw IPv4: link type 101) of UDP datagrams, each from its own source port. */
export function udpCapture(
  datagrams: readonly { at: number; sourcePort: number; payload?: string }[],
): Buffer {
  const header = Buffer.alloc(24)
  header.writeUInt32LE(0xa1b2c3d4, 0)
  header.writeUInt16LE(2, 4)
  header.writeUInt16LE(4, 6)
  header.writeUInt32LE(65_535, 16)
  header.writeUInt32LE(101, 20)
  return Buffer.concat([header, ...datagrams.map(record)])
}

function record({
  at,
  sourcePort,
  payload = 'hello',
}: {
  at: number
  sourcePort: number
  payload?: string
}): Buffer {
  const data = Buffer.from(payload)
  const frame = Buffer.alloc(28 + data.length)
  frame.writeUInt8(0x45, 0)
  frame.writeUInt16BE(frame.length, 2)
  frame.writeUInt8(64, 8)
  frame.writeUInt8(17, 9)
  frame.set([198, 18, 0, 1], 12)
  frame.set([198, 18, 0, 2], 16)
  frame.writeUInt16BE(sourcePort, 20)
  frame.writeUInt16BE(5060, 22)
  frame.writeUInt16BE(8 + data.length, 24)
  frame.set(data, 28)
  const head = Buffer.alloc(16)
  head.writeUInt32LE(Math.floor(at / 1000), 0)
  head.writeUInt32LE((at % 1000) * 1000, 4)
  head.writeUInt32LE(frame.length, 8)
  head.writeUInt32LE(frame.length, 12)
  return Buffer.concat([head, frame])
}

/** A body as it comes over the wire: in small chunks. */
export async function* bodyOf(bytes: Uint8Array, chunk = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
}
