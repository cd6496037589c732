import { countBits, hasBit, listed, setBit, wordsFor } from './bits.ts'

/** Documents of a segment: few as an ascending list, many as bits. Neither is ever changed once made. */
export type DocIdSet = { list: Uint32Array } | { words: Uint32Array }

/** Up to this share of a segment a list is shorter and faster than bits. */
export const fewOf = (size: number): number => Math.max(32, size >>> 5)

export const countDocs = (found: DocIdSet): number =>
  'list' in found ? found.list.length : countBits(found.words)

export function asWords(found: DocIdSet, size: number): Uint32Array {
  if ('words' in found) return found.words
  const words = new Uint32Array(wordsFor(size))
  for (let at = 0; at < found.list.length; at += 1) setBit(words, found.list[at]!)
  return words
}

export const asList = (found: DocIdSet): Uint32Array =>
  'list' in found ? found.list : listed(found.words, countBits(found.words))

export const inWords = (list: Uint32Array, words: Uint32Array): Uint32Array =>
  list.filter((document) => hasBit(words, document))

/** What both lists have: looks every one of the shorter up in the longer, galloping forward. */
export function inBoth(left: Uint32Array, right: Uint32Array): Uint32Array {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  const both = new Uint32Array(short.length)
  let filled = 0
  let from = 0
  for (let at = 0; at < short.length && from < long.length; at += 1) {
    const wanted = short[at]!
    let step = 1
    while (from + step < long.length && long[from + step]! < wanted) step *= 2
    let low = from + (step >>> 1)
    let high = Math.min(from + step + 1, long.length)
    if (step === 1) low = from
    while (low < high) {
      const middle = (low + high) >>> 1
      if (long[middle]! < wanted) low = middle + 1
      else high = middle
    }
    from = low
    if (from < long.length && long[from] === wanted) both[filled++] = wanted
  }
  return both.subarray(0, filled)
}

/** What the left list has and the right one has not. */
export function without(left: Uint32Array, right: Uint32Array): Uint32Array {
  let at = 0
  return left.filter((document) => {
    while (at < right.length && right[at]! < document) at += 1
    return right[at] !== document
  })
}

/** All that any list has, ascending and each once, as in the lists. */
export const inAny = (lists: readonly Uint32Array[]): Uint32Array =>
  lists.length === 1 ? lists[0]! : inAnyOrder(lists)

/** All that any list has, ascending and each once, in whatever order the lists have it and however often. */
export function inAnyOrder(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  all.sort()
  let filled = 0
  for (let from = 0; from < all.length; from += 1)
    if (from === 0 || all[from] !== all[from - 1]) all[filled++] = all[from]!
  return all.subarray(0, filled)
}

/** Without what newer segments supersede. */
export function withoutHidden(found: DocIdSet, hidden: Uint32Array | null): DocIdSet {
  if (!hidden) return found
  if ('list' in found) return { list: found.list.filter((at) => !((hidden[at >>> 5]! >>> (at & 31)) & 1)) }
  // A loop: to call a function for each word takes seven times as long, and every broad answer waits for it.
  const words = new Uint32Array(found.words.length)
  for (let at = 0; at < words.length; at += 1) words[at] = found.words[at]! & ~hidden[at]!
  return { words }
}
