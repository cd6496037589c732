/** Pieces of ASN.1 DER (X.690) that a certificate is made of. */
export const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

const lengthOf = (length: number): number[] => {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => tagged(0x31, ...parts)
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text))
export const bits = (bytes: Uint8Array): Buffer => tagged(0x03, Buffer.from([0]), bytes)

/** A positive INTEGER. */
export const integer = (bytes: Uint8Array): Buffer =>
  tagged(0x02, bytes[0]! & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes)

export const objectId = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

const base128 = (value: number): number[] => {
  const digits = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}

/** UTCTime until 2049, as RFC 5280 §4.1.2.5 wants it. */
export const utcTime = (at: Date): Buffer =>
  tagged(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`))

export const octets = (bytes: Uint8Array): Buffer => tagged(0x04, bytes)

/** Content of the first element, and where it ends; null when it is not whole or longer than two bytes can say. */
export function element(bytes: Buffer): { tag: number; content: Buffer; used: number } | null {
  if (bytes.length < 2) return null
  const first = bytes[1]!
  const count = first < 0x80 ? 0 : first & 0x7f
  if (count > 2 || bytes.length < 2 + count) return null
  const length = count === 0 ? first : bytes.readUIntBE(2, count)
  const start = 2 + count
  if (bytes.length < start + length) return null
  return { tag: bytes[0]!, content: bytes.subarray(start, start + length), used: start + length }
}
