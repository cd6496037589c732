/** Bytes as text, one Latin-1 character a byte, so that no byte is lost and lengths stay the same. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
