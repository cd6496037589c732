/** Sets of documents as one bit each, 32 a word. */
export const wordsFor = (size: number): number => (size + 31) >>> 5

export const hasBit = (words: Uint32Array, at: number): boolean =>
  ((words[at >>> 5]! >>> (at & 31)) & 1) === 1

export const setBit = (words: Uint32Array, at: number): void => {
  words[at >>> 5]! |= 1 << (at & 31)
}

/** Takes away the bits behind the last document. */
export function trim(words: Uint32Array, size: number): Uint32Array {
  if (size & 31) words[words.length - 1]! &= (1 << (size & 31)) - 1
  return words
}

/** Hacker's Delight, figure 5-2. */
export function onesIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export function countBits(words: Uint32Array): number {
  let total = 0
  for (let at = 0; at < words.length; at += 1) total += onesIn(words[at]!)
  return total
}

/** How many are in both. */
export function countBoth(left: Uint32Array, right: Uint32Array): number {
  let total = 0
  for (let at = 0; at < left.length; at += 1) total += onesIn(left[at]! & right[at]!)
  return total
}

/** Sets bits [from, to). */
export function setRange(words: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to && (at & 31) !== 0; at += 1) setBit(words, at)
  const [first, last] = [(from + 31) >>> 5, to >>> 5]
  if (first < last) words.fill(0xffffffff, first, last)
  for (let at = Math.max(from, last << 5); at < to; at += 1) setBit(words, at)
}

/** The documents of a set, ascending. */
export function listed(words: Uint32Array, count: number): Uint32Array {
  const list = new Uint32Array(count)
  let filled = 0
  for (let at = 0; at < words.length; at += 1) {
    let word = words[at]!
    while (word !== 0) {
      const low = word & -word
      list[filled++] = (at << 5) + 31 - Math.clz32(low)
      word ^= low
    }
  }
  return list
}
