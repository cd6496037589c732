/** Lists of addresses as one array of numbers, four big-endian ones each (see model/address.ts), ascending. */

/** Compares two addresses inside lists of four numbers each. */
export function compareKeys(left: Uint32Array, l: number, right: Uint32Array, r: number): number {
  for (let part = 0; part < 4; part += 1) {
    const a = left[4 * l + part]!
    const b = right[4 * r + part]!
    if (a !== b) return a < b ? -1 : 1
  }
  return 0
}

/** Place of the first address that is not below `key[r]`. */
export function firstNotBelow(keys: Uint32Array, key: Uint32Array, r = 0): number {
  let [low, high] = [0, keys.length >>> 2]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(keys, middle, key, r) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Where an address stands in a list; -1 when it does not. */
export function placeOf(keys: Uint32Array, key: Uint32Array): number {
  const place = firstNotBelow(keys, key)
  return 4 * place < keys.length && compareKeys(keys, place, key, 0) === 0 ? place : -1
}

/** The IPv4 address at a place as a number; -1 where it is another. */
export const quadAt = (keys: Uint32Array, at: number): number =>
  keys[4 * at] === 0 && keys[4 * at + 1] === 0 && keys[4 * at + 2] === 0xffff ? keys[4 * at + 3]! : -1

/** 32 hex digits → four numbers. */
export const keyOf = (hex: string): Uint32Array =>
  Uint32Array.from([0, 8, 16, 24], (at) => Number.parseInt(hex.slice(at, at + 8), 16))

export const hexOf = (keys: Uint32Array, at: number): string => {
  let hex = ''
  for (let part = 0; part < 4; part += 1) hex += keys[4 * at + part]!.toString(16).padStart(8, '0')
  return hex
}
