import { bitsOf, type Networks, valueOf } from './canonical.ts'

export interface Changes {
  added: number
  removed: number
  /** Networks (or keys) that are in both and say something else. */
  changed: number
}

/** What distinguishes two sets of rows, by network: one walk over both, since both are in the same order. */
export function changesBetween(before: Networks, after: Networks): Changes {
  const changes = { added: 0, removed: 0, changed: 0 }
  walk(sideOf(before, 4), sideOf(after, 4), changes)
  walk(sideOf(before, 6), sideOf(after, 6), changes)
  return changes
}

interface Side {
  length: number
  words: number
  starts: Uint32Array
  tails: Uint32Array
  values: string[]
}

const sideOf = (networks: Networks, family: 4 | 6): Side => {
  const [starts, tails] =
    family === 4 ? [networks.starts4, networks.tails4] : [networks.starts6, networks.tails6]
  return { length: tails.length, words: family === 4 ? 1 : 4, starts, tails, values: networks.values }
}

const compare = (one: Side, at: number, other: Side, place: number): number => {
  for (let word = 0; word < one.words; word++) {
    const difference =
      (one.starts[at * one.words + word] ?? 0) - (other.starts[place * one.words + word] ?? 0)
    if (difference !== 0) return difference
  }
  return bitsOf(one.tails[at] ?? 0) - bitsOf(other.tails[place] ?? 0)
}

/** First row after those of the same network as row `at`; most networks have one row. */
const nextNetwork = (side: Side, at: number): number => {
  let next = at + 1
  while (next < side.length && compare(side, at, side, next) === 0) next += 1
  return next
}

const textsOf = (side: Side, from: number, to: number): string =>
  Array.from(side.tails.subarray(from, to), (tail) => side.values[valueOf(tail)] ?? '').join('\n')

function walk(before: Side, after: Side, changes: Changes): void {
  let [old, young] = [0, 0]
  while (old < before.length || young < after.length) {
    const order = old >= before.length ? 1 : young >= after.length ? -1 : compare(before, old, after, young)
    const [oldNext, youngNext] = [
      order <= 0 ? nextNetwork(before, old) : old,
      order >= 0 ? nextNetwork(after, young) : young,
    ]
    if (order < 0) changes.removed += 1
    else if (order > 0) changes.added += 1
    else if (textsOf(before, old, oldNext) !== textsOf(after, young, youngNext)) changes.changed += 1
    ;[old, young] = [oldNext, youngNext]
  }
}
