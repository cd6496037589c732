/** Packets of the MySQL client/server protocol: three bytes of length, one of sequence, and the payload. */
export const packet = (sequence: number, payload: Uint8Array): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUIntLE(payload.length, 0, 3)
  head[3] = sequence & 0xff
  return Buffer.concat([head, payload])
}

export const okPacket = (sequence: number): Buffer => packet(sequence, Buffer.from([0, 0, 0, 2, 0, 0, 0]))

export const errorPacket = (sequence: number, code: number, state: string, message: string): Buffer => {
  const head = Buffer.from([0xff, code & 0xff, code >> 8])
  return packet(sequence, Buffer.concat([head, Buffer.from(`#${state}${message}`.slice(0, 500))]))
}

const counted = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  const length =
    bytes.length < 251
      ? Buffer.from([bytes.length])
      : Buffer.from([0xfc, bytes.length & 0xff, bytes.length >> 8])
  return Buffer.concat([length, bytes])
}

const end = Buffer.from([0xfe, 0, 0, 2, 0])

/** A result of text columns: count, columns, rows. */
export function resultPackets(
  sequence: number,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Buffer {
  let next = sequence
  const packets = [packet(next++, Buffer.from([columns.length]))]
  for (const name of columns) {
    const parts = ['def', '', '', '', name, ''].map(counted)
    // Character set UTF-8, length 255, type VAR_STRING.
    const kind = Buffer.from([0x0c, 33, 0, 255, 0, 0, 0, 0xfd, 0, 0, 31, 0, 0])
    packets.push(packet(next++, Buffer.concat([...parts, kind])))
  }
  packets.push(packet(next++, end))
  for (const row of rows) packets.push(packet(next++, Buffer.concat(row.map(counted))))
  packets.push(packet(next++, end))
  return Buffer.concat(packets)
}
