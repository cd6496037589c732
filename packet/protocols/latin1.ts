/** Bytes as text, one Latin-1 character a byte, so that no byte is lost and lengths stay the same. */
export function latin1(bytes: Uint8Array, from = 0, to = bytes.length): string {
  const { buffer, byteOffset } = bytes
  if (last.buffer !== buffer) last = Buffer.from(buffer)
  return last.toString('latin1', byteOffset + from, byteOffset + to)
}

/** What was read from last: what is read next mostly lies beside it, and a view is dear to make. */
let last: Buffer = Buffer.alloc(0)
