import { compareKeys } from '#model/address-keys.ts'
import type { Steps } from './steps.ts'

/**
 * Places in `keys` of the addresses that `wanted` lists too, ascending: both are walked once, and the one that is behind gallops to
 * the other (Bentley and Yao 1976), so that a short list costs little however long the other is.
 */
export function listedIn(keys: Uint32Array, wanted: Uint32Array, steps: Steps): Uint32Array {
  const [size, count] = [keys.length >>> 2, wanted.length >>> 2]
  const found = new Uint32Array(Math.min(size, count))
  let filled = 0
  let [place, at] = [0, 0]
  while (place < size && at < count) {
    steps.spend(20)
    const order = compareKeys(keys, place, wanted, at)
    if (order === 0) {
      found[filled++] = place
      place += 1
      at += 1
    } else if (order < 0) place = gallop(keys, place, wanted, at)
    else at = gallop(wanted, at, keys, place)
  }
  return found.slice(0, filled)
}

/** The first place after `from` whose address is not below `other[at]`. */
function gallop(keys: Uint32Array, from: number, other: Uint32Array, at: number): number {
  const size = keys.length >>> 2
  let step = 1
  while (from + step < size && compareKeys(keys, from + step, other, at) < 0) step *= 2
  let [low, high] = [from + (step >>> 1) + 1, Math.min(from + step, size)]
  if (step === 1) low = from + 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(keys, middle, other, at) < 0) low = middle + 1
    else high = middle
  }
  return low
}
