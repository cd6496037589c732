/**
 * 32 bits of an address, the four words of it joined: exact for IPv4, while of IPv6 many come to the same. By it addresses are put into
 * tables in memory. The one place that knows it, here and in the engine.
 */

/** Of 32 hex digits. */
export const foldedOf = (hex: string): number =>
  [0, 8, 16, 24].reduce((folded, at) => folded ^ Number.parseInt(hex.slice(at, at + 8), 16), 0) >>> 0

/** Of a column of addresses: a UInt32. */
export const foldedSql = (column: string): string => {
  const words = [1, 5, 9, 13].map(
    (at) => `reinterpretAsUInt32(substring(reinterpret(${column}, 'FixedString(16)'), ${at}, 4))`,
  )
  // The engine reads the bytes of a word from the last to the first.
  return `byteSwap(${words.reduce((joined, word) => `bitXor(${joined}, ${word})`)})`
}
