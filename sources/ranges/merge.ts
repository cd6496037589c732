import type { FlatTable } from './flatten.ts'
import { append, built, uint32Builder } from '#model/uint32-builder.ts'

/**
 * Several flat tables as one: an address is looked up once, whatever number of sources say something about it. From each
 * start to the next, one combination of cells holds (`cells`, as many a combination as there are tables).
 */
export interface MergedTable {
  starts4: Uint32Array
  combinations4: Uint32Array
  /** Where the addresses that begin with these 16 bits start to be searched: 65,537 places. */
  heads4: Uint32Array
  starts6: Uint32Array
  combinations6: Uint32Array
  cells: Uint32Array
  tables: number
}

export function merge(tables: readonly FlatTable[]): MergedTable {
  const combinations = openCombinations(tables.length)
  const four = joined(
    tables.map(({ starts4, cells4 }) => ({ starts: starts4, cells: cells4 })),
    1,
    combinations.of,
  )
  const six = joined(
    tables.map(({ starts6, cells6 }) => ({ starts: starts6, cells: cells6 })),
    4,
    combinations.of,
  )
  return {
    starts4: four.starts,
    combinations4: four.combinations,
    heads4: headsOf(four.starts),
    starts6: six.starts,
    combinations6: six.combinations,
    cells: combinations.done(),
    tables: tables.length,
  }
}

interface Line {
  starts: Uint32Array
  cells: Uint32Array
}

function joined(
  lines: readonly Line[],
  words: 1 | 4,
  combine: (cells: Uint32Array) => number,
): { starts: Uint32Array; combinations: Uint32Array } {
  const [starts, combinations] = [uint32Builder(), uint32Builder()]
  const next = new Uint32Array(lines.length)
  const cells = new Uint32Array(lines.length)
  const place = new Uint32Array(words)
  let said = -1
  for (;;) {
    if (said >= 0 && !nearest(lines, next, words, place)) break
    if (said < 0) place.fill(0)
    for (const [at, line] of lines.entries())
      while ((next[at] ?? 0) < line.cells.length && order(line.starts, next[at] ?? 0, words, place) === 0) {
        cells[at] = line.cells[next[at] ?? 0] ?? 0
        next[at] = (next[at] ?? 0) + 1
      }
    const combination = combine(cells)
    if (combination !== said) {
      for (const word of place) append(starts, word)
      append(combinations, (said = combination))
    }
  }
  return { starts: built(starts), combinations: built(combinations) }
}

const order = (starts: Uint32Array, row: number, words: number, place: Uint32Array): number => {
  for (let word = 0; word < words; word++) {
    const difference = (starts[row * words + word] ?? 0) - (place[word] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Puts the least of the next starts into `place`; false when there is none. */
function nearest(lines: readonly Line[], next: Uint32Array, words: number, place: Uint32Array): boolean {
  let found = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    const row = next[at] ?? 0
    if (!line || row >= line.cells.length) continue
    if (found && order(line.starts, row, words, place) >= 0) continue
    found = true
    for (let word = 0; word < words; word++) place[word] = line.starts[row * words + word] ?? 0
  }
  return found
}

/** Each different combination once. An open hash table: a Map of texts would cost ten times as much. */
function openCombinations(width: number): {
  of: (cells: Uint32Array) => number
  done: () => Uint32Array
} {
  let slots = new Int32Array(2 ** 10).fill(-1)
  let count = 0
  let flat = new Uint32Array(0)
  const hashOf = (cells: Uint32Array, from: number): number => {
    let hash = 0x811c9dc5
    for (let at = from; at < from + width; at++) {
      hash = Math.imul(hash ^ (cells[at] ?? 0), 0x9e3779b1)
      hash ^= hash >>> 15
    }
    return hash >>> 0
  }
  const grow = (): void => {
    slots = new Int32Array(slots.length * 2).fill(-1)
    for (let index = 0; index < count; index++) {
      let slot = hashOf(flat, index * width) & (slots.length - 1)
      while (slots[slot] !== -1) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = index
    }
  }
  return {
    of(cells) {
      let slot = hashOf(cells, 0) & (slots.length - 1)
      for (let index = slots[slot] ?? -1; index !== -1; index = slots[slot] ?? -1) {
        let at = 0
        while (at < width && flat[index * width + at] === cells[at]) at += 1
        if (at === width) return index
        slot = (slot + 1) & (slots.length - 1)
      }
      slots[slot] = count
      if ((count + 1) * width > flat.length) {
        const wider = new Uint32Array(Math.max(1024, flat.length * 2) + width)
        wider.set(flat)
        flat = wider
      }
      flat.set(cells, count * width)
      count += 1
      if (count * 2 > slots.length) grow()
      return count - 1
    },
    done: () => flat.slice(0, count * width),
  }
}

function headsOf(starts: Uint32Array): Uint32Array {
  const heads = new Uint32Array(65_537)
  let at = 0
  for (let head = 0; head < 65_536; head++) {
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= head * 65_536) at += 1
    heads[head] = at
  }
  heads[65_536] = starts.length - 1
  return heads
}
