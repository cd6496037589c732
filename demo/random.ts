/** Seeded randomness (sfc32 over an FNV-1a hash of the seed text): the same seed gives the same month on every machine. */
export interface Random {
  /** [0, 1) */
  next(): number
  /** Whole number in [min, max]. */
  int(min: number, max: number): number
  pick<T>(from: readonly T[]): T
  chance(probability: number): boolean
  bytes(length: number): Uint8Array
}

export function random(seed: string): Random {
  let hash = 0x811c9dc5
  const mixed = Array.from({ length: 4 }, (_, round) => {
    for (let at = 0; at < seed.length; at++)
      hash = Math.imul(hash ^ (seed.charCodeAt(at) + round * 131), 0x01000193)
    return hash >>> 0
  })
  let [a = 1, b = 2, c = 3, counter = 4] = mixed
  const word = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let warmUp = 0; warmUp < 12; warmUp++) word()
  const next = (): number => word() / 2 ** 32
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    pick: <T>(from: readonly T[]): T => {
      const chosen = from[Math.floor(next() * from.length)]
      if (chosen === undefined) throw new RangeError('Nothing to pick from')
      return chosen
    },
    chance: (probability) => next() < probability,
    bytes: (length) => Uint8Array.from({ length }, () => word() & 0xff),
  }
}
