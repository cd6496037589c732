/** ISO transport on TCP (RFC 1006 §6): version 3, length of all, and a unit of ISO 8073. */
export const tpkt = (unit: Uint8Array): Buffer => {
  const head = Buffer.from([3, 0, 0, 0])
  head.writeUInt16BE(unit.length + 4, 2)
  return Buffer.concat([head, unit])
}

/** @returns the unit, or how many bytes are needed, or null for what is none */
export function readTpkt(
  bytes: Buffer,
  longest: number,
): { cotp: Buffer; used: number } | { needs: number } | null {
  if (bytes[0] !== 3) return null
  if (bytes.length < 4) return { needs: 4 }
  const length = bytes.readUInt16BE(2)
  if (length < 7 || length > longest) return null
  return bytes.length < length ? { needs: length } : { cotp: bytes.subarray(4, length), used: length }
}
