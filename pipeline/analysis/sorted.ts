import { compareKeys } from '#model/address-keys.ts'
import type { AddressRows } from '#methods/extraction/address-rows.ts'

/** Addresses in ascending order, with how often and where each stood; networks apart. */
export interface Sorted {
  keys: Uint32Array
  times: Uint32Array
  lines: Uint32Array
  networks: ListedNetwork[]
}

export interface ListedNetwork {
  /** Four numbers, and how many of their bits count. */
  words: readonly number[]
  bits: number
  times: number
  line: number
}

const mapped = 0xffff
/** Bits of an address that one pass looks at: three passes see all 32. */
const digit = 11
const buckets = 1 << digit

/** @param maxNetworks the first of those that stand there; each is an object of its own, and there may be millions */
export function sorted(rows: Pick<AddressRows, 'quads' | 'others'>, maxNetworks = 10_000): Sorted {
  const quads = rows.quads()
  const others = rows.others()
  const networks: ListedNetwork[] = []
  const sixes: number[] = []
  for (let at = 0; at < others.length; at += 7)
    if (others[at + 4] === 128) sixes.push(at)
    else if (networks.length < maxNetworks)
      networks.push({
        words: [...others.subarray(at, at + 4)],
        bits: others[at + 4]!,
        times: others[at + 5]!,
        line: others[at + 6]!,
      })
  sixes.sort((a, b) => compareWords(others, a, b))
  const fours = quads.length / 3
  const order = inOrder(quads, fours)
  const count = fours + sixes.length
  const keys = new Uint32Array(new SharedArrayBuffer(16 * count))
  const times = new Uint32Array(count)
  const lines = new Uint32Array(count)
  // All of IPv4 stands in ::ffff:0:0/96.
  const below = sixes.findIndex((at) => others[at]! > 0 || others[at + 1]! > 0 || others[at + 2]! > mapped)
  const before = below < 0 ? sixes.length : below
  const put = (to: number, at: number): void => {
    keys.set(others.subarray(at, at + 4), 4 * to)
    times[to] = others[at + 5]!
    lines[to] = others[at + 6]!
  }
  for (let at = 0; at < before; at += 1) put(at, sixes[at]!)
  for (let at = 0; at < fours; at += 1) {
    const place = order[at]!
    const to = before + at
    keys[4 * to + 2] = mapped
    keys[4 * to + 3] = quads[3 * place]!
    times[to] = quads[3 * place + 1]!
    lines[to] = quads[3 * place + 2]!
  }
  for (let at = before; at < sixes.length; at += 1) put(fours + at, sixes[at]!)
  return { keys, times, lines, networks }
}

/**
 * Places of addresses in ascending order of these, by radix (Knuth, The Art of Computer Programming 3, §5.2.5): each pass puts them in the order of
 * some of their bits and leaves the others as they are.
 */
function inOrder(quads: Uint32Array, count: number): Uint32Array {
  let [from, to] = [new Uint32Array(count), new Uint32Array(count)]
  for (let at = 0; at < count; at += 1) from[at] = at
  const starts = new Uint32Array(buckets)
  for (let shift = 0; shift < 32; shift += digit) {
    starts.fill(0)
    for (let at = 0; at < count; at += 1) starts[(quads[3 * at]! >>> shift) & (buckets - 1)]! += 1
    let sum = 0
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      const size = starts[bucket]!
      starts[bucket] = sum
      sum += size
    }
    for (let at = 0; at < count; at += 1) {
      const place = from[at]!
      const bucket = (quads[3 * place]! >>> shift) & (buckets - 1)
      to[starts[bucket]!] = place
      starts[bucket]! += 1
    }
    ;[from, to] = [to, from]
  }
  return from
}

function compareWords(words: Uint32Array, a: number, b: number): number {
  for (let part = 0; part < 4; part += 1) {
    const [left, right] = [words[a + part]!, words[b + part]!]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

/** Both lists in one; what both have keeps its own times and line. `more` is ascending, of the same times and line. */
export function merged(
  { keys, times, lines, networks }: Sorted,
  more: Uint32Array,
  of: (at: number) => Pick<ListedNetwork, 'times' | 'line'>,
): Sorted {
  const [own, added] = [keys.length / 4, more.length / 4]
  const all = new Uint32Array(new SharedArrayBuffer(16 * (own + added)))
  const [allTimes, allLines] = [new Uint32Array(own + added), new Uint32Array(own + added)]
  let [left, right, to] = [0, 0, 0]
  for (; left < own || right < added; to += 1) {
    const order = left === own ? 1 : right === added ? -1 : compareKeys(keys, left, more, right)
    if (order <= 0) {
      all.set(keys.subarray(4 * left, 4 * left + 4), 4 * to)
      allTimes[to] = times[left]!
      allLines[to] = lines[left]!
      left += 1
      if (order === 0) right += 1
    } else {
      const { times: often, line } = of(right)
      all.set(more.subarray(4 * right, 4 * right + 4), 4 * to)
      allTimes[to] = often
      allLines[to] = line
      right += 1
    }
  }
  return {
    keys: all.subarray(0, 4 * to),
    times: allTimes.subarray(0, to),
    lines: allLines.subarray(0, to),
    networks,
  }
}
