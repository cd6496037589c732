import { randomInt } from 'node:crypto'

/** A set of numbers of 32 bits, in some eight bytes each. */
export interface NumberSet {
  add(number: number): void
  has(number: number): boolean
  size(): number
}

const fewest = 1024

export function openNumberSet(): NumberSet {
  // Who chooses the numbers does not know where they come to lie.
  const factor = randomInt(2 ** 31) * 2 + 1
  // Zero is an empty place: whether the set has it is a flag of its own.
  let places = new Uint32Array(fewest)
  let [size, hasZero] = [0, false]

  /** Where a number is, or where it would be. */
  const placeOf = (table: Uint32Array, number: number): number => {
    const mask = table.length - 1
    let at = Math.imul(number, factor) >>> Math.clz32(mask)
    while (table[at] !== 0 && table[at] !== number) at = (at + 1) & mask
    return at
  }

  function grow(): void {
    const larger = new Uint32Array(2 * places.length)
    for (const number of places) if (number !== 0) larger[placeOf(larger, number)] = number
    places = larger
  }

  return {
    add(number) {
      if (number === 0) {
        if (!hasZero) size += 1
        hasZero = true
        return
      }
      const at = placeOf(places, number)
      if (places[at] === number) return
      places[at] = number
      size += 1
      if (4 * size > 3 * places.length) grow()
    },
    has: (number) => (number === 0 ? hasZero : places[placeOf(places, number)] === number),
    size: () => size,
  }
}
