import { bitsOf, type Networks, valueOf } from './canonical.ts'
import { append, built, uint32Builder } from '#model/uint32-builder.ts'

/**
 * Nested networks as a line of neighbours: from each start to the next, one cell holds. Cell 0 says nothing; cell n
 * stands for `sets[n]`, indexes of values, the narrowest network's first.
 */
export interface FlatTable {
  starts4: Uint32Array
  cells4: Uint32Array
  starts6: Uint32Array
  cells6: Uint32Array
  sets: number[][]
}

/** How overlaps are read: the narrowest network alone speaks, or all that hold the address do (`maxOpenValues` at most). */
export type Matching = 'longest' | 'any'

export function flatten(networks: Networks, matching: Matching): FlatTable {
  const cells = matching === 'longest' ? narrowest(networks.values.length) : openCells()
  const [starts4, cells4, starts6, cells6] = [
    uint32Builder(),
    uint32Builder(),
    uint32Builder(),
    uint32Builder(),
  ]
  sweep<number>({
    rows: networks.tails4.length,
    zero: 0,
    startOf: (row) => networks.starts4[row] ?? 0,
    endOf: (row) => (networks.starts4[row] ?? 0) + 2 ** (32 - bitsOf(networks.tails4[row] ?? 0)),
    valueAt: (row) => valueOf(networks.tails4[row] ?? 0),
    cellOf: cells.of,
    emit: (start, cell) => {
      if (start >= 2 ** 32) return
      append(starts4, start)
      append(cells4, cell)
    },
  })
  const start6 = (row: number): bigint =>
    networks.starts6.subarray(row * 4, row * 4 + 4).reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)
  sweep<bigint>({
    rows: networks.tails6.length,
    zero: 0n,
    startOf: start6,
    endOf: (row) => start6(row) + (1n << BigInt(128 - bitsOf(networks.tails6[row] ?? 0))),
    valueAt: (row) => valueOf(networks.tails6[row] ?? 0),
    cellOf: cells.of,
    emit: (start, cell) => {
      if (start >> 128n > 0n) return
      for (const shift of [96n, 64n, 32n, 0n]) append(starts6, Number((start >> shift) & 0xffffffffn))
      append(cells6, cell)
    },
  })
  return {
    starts4: built(starts4),
    cells4: built(cells4),
    starts6: built(starts6),
    cells6: built(cells6),
    sets: cells.sets,
  }
}

interface Cells {
  sets: number[][]
  of: (stack: readonly number[]) => number
}

/** The innermost network's value alone: a cell each value. */
const narrowest = (values: number): Cells => ({
  sets: [[], ...Array.from({ length: values }, (_, value) => [value])],
  of: (stack) => (stack.at(-1) ?? -1) + 1,
})

/**
 * Different values that one address may have, the narrowest networks' ones: no honest list says more of an address, and one that says
 * thousands of different things of the same network would take memory with the square of its rows.
 */
export const maxOpenValues = 32

/** The values that are open, the innermost network's first: a cell each different list of them. */
function openCells(): Cells {
  const sets: number[][] = [[]]
  const known = new Map<string, number>()
  return {
    sets,
    of(stack) {
      if (stack.length === 0) return 0
      const open = new Set<number>()
      for (let at = stack.length - 1; at >= 0 && open.size < maxOpenValues; at--) open.add(stack[at] ?? 0)
      const set = [...open]
      const key = set.join(' ')
      const cell = known.get(key) ?? sets.push(set) - 1
      known.set(key, cell)
      return cell
    },
  }
}

/** Networks in order, outer ones first: those open at a place are a stack, since networks nest or are apart. */
function sweep<Place extends number | bigint>(line: {
  rows: number
  zero: Place
  startOf: (row: number) => Place
  endOf: (row: number) => Place
  valueAt: (row: number) => number
  cellOf: (stack: readonly number[]) => number
  emit: (start: Place, cell: number) => void
}): void {
  const ends: Place[] = []
  const open: number[] = []
  let at: Place = line.zero
  let said = -1
  const say = (): void => {
    const cell = line.cellOf(open)
    // Neighbours that say the same are one.
    if (cell !== said) line.emit(at, (said = cell))
  }
  const move = (to: Place): void => {
    // A place that is passed at once was never there, and nobody asks what was open.
    if (to > at) say()
    at = to
  }
  const closeUntil = (start: Place | null): void => {
    for (;;) {
      const end = ends.at(-1)
      if (end === undefined || (start !== null && end > start)) return
      move(end)
      ends.pop()
      open.pop()
    }
  }
  for (let row = 0; row < line.rows; row++) {
    const start = line.startOf(row)
    closeUntil(start)
    move(start)
    ends.push(line.endOf(row))
    open.push(line.valueAt(row))
  }
  closeUntil(null)
  say()
}
