export const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)

export function concat(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const u16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff)
export const u32 = (value: number): Uint8Array => concat(u16(value >>> 16), u16(value & 0xffff))

/** A length of 8, 16 or 24 bits before the bytes, as TLS writes its vectors. */
export function vector(lengthBytes: 1 | 2 | 3, ...parts: Uint8Array[]): Uint8Array {
  const body = concat(...parts)
  const length = Uint8Array.from(
    { length: lengthBytes },
    (_, at) => (body.length >> (8 * (lengthBytes - 1 - at))) & 0xff,
  )
  return concat(length, body)
}
