import type { NetworkColumns } from './rows.ts'

/**
 * Rows in one order whatever order they came in: by start, then prefix length (the outer first), then value; each once.
 * `tails` hold the prefix length in the upper 8 bits and the value in the lower 24. Values are sorted, without doubles.
 */
export interface Networks {
  starts4: Uint32Array
  tails4: Uint32Array
  /** Four words a start. */
  starts6: Uint32Array
  tails6: Uint32Array
  values: string[]
}

export const bitsOf = (tail: number): number => tail >>> 24
export const valueOf = (tail: number): number => tail & 0xffffff
const tailOf = (bits: number, value: number): number => ((bits << 24) | value) >>> 0

export const rowsOf = (networks: Networks): number => networks.tails4.length + networks.tails6.length

/** Host bits are cut, so that 192.0.2.1/24 and 192.0.2.0/24 are one row. */
export function canonical(columns: NetworkColumns): Networks {
  const values = [...new Set(columns.values)].sort()
  const places = new Map(values.map((value, place) => [value, place]))
  const rank = Uint32Array.from(columns.values, (value) => places.get(value) ?? 0)
  return { ...sorted4(columns, rank), ...sorted6(columns, rank), values }
}

/** One 64-bit key a row, sorted by the machine; the words lie low first on every machine Node runs on. */
function sorted4(
  { starts4, bits4, values4 }: NetworkColumns,
  rank: Uint32Array,
): Pick<Networks, 'starts4' | 'tails4'> {
  const keys = new BigUint64Array(bits4.length)
  const words = new Uint32Array(keys.buffer)
  for (let row = 0; row < bits4.length; row++) {
    const bits = bits4[row] ?? 0
    words[row * 2] = tailOf(bits, rank[values4[row] ?? 0] ?? 0)
    words[row * 2 + 1] = (starts4[row] ?? 0) & (bits === 0 ? 0 : -1 << (32 - bits))
  }
  keys.sort()
  const [starts, tails] = [new Uint32Array(bits4.length), new Uint32Array(bits4.length)]
  let kept = 0
  for (let row = 0; row < keys.length; row++) {
    if (row > 0 && keys[row] === keys[row - 1]) continue
    starts[kept] = words[row * 2 + 1] ?? 0
    tails[kept++] = words[row * 2] ?? 0
  }
  return { starts4: starts.slice(0, kept), tails4: tails.slice(0, kept) }
}

function sorted6(
  { starts6, bits6, values6 }: NetworkColumns,
  rank: Uint32Array,
): Pick<Networks, 'starts6' | 'tails6'> {
  const starts = starts6.slice()
  const tails = bits6.map((bits, row) => tailOf(bits, rank[values6[row] ?? 0] ?? 0))
  const order = Uint32Array.from(tails, (_, row) => row)
  const word = (row: number, place: number): number => starts[row * 4 + place] ?? 0
  const compare = (one: number, other: number): number =>
    word(one, 0) - word(other, 0) ||
    word(one, 1) - word(other, 1) ||
    word(one, 2) - word(other, 2) ||
    word(one, 3) - word(other, 3) ||
    (tails[one] ?? 0) - (tails[other] ?? 0)
  order.sort(compare)
  const kept = order.filter((row, place) => place === 0 || compare(order[place - 1] ?? 0, row) !== 0)
  const ordered = new Uint32Array(kept.length * 4)
  for (const [place, row] of kept.entries()) ordered.set(starts.subarray(row * 4, row * 4 + 4), place * 4)
  return { starts6: ordered, tails6: kept.map((row) => tails[row] ?? 0) }
}
