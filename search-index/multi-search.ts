import type { WordColumn } from './segment.ts'
import type { Steps } from './steps.ts'

type Dictionary = Pick<WordColumn, 'lowered' | 'loweredAt'>

/**
 * Of each text the values of a dictionary that hold it, ascending, found in one pass over all values (Aho and Corasick
 * 1975), however many texts there are. UTF-8 can be searched byte by byte: no character begins inside another.
 */
export function holdingEach(
  { lowered, loweredAt }: Dictionary,
  texts: readonly string[],
  steps: Steps,
): Map<string, number[]> {
  const wanted = [...new Set(texts)].filter((text) => text !== '')
  const { classes, width, next, hit, shorter } = automatonOf(wanted.map((text) => Buffer.from(text)))
  const found = wanted.map((): number[] => [])
  for (let value = 0; value + 1 < loweredAt.length; value += 1) {
    const end = loweredAt[value + 1]!
    let state = 0
    let hits = 0
    for (let at = loweredAt[value]!; at < end; at += 1) {
      state = next[state * width + classes[lowered[at]!]!]!
      for (let ended = hit[state]! >= 0 ? state : shorter[state]!; ended > 0; ended = shorter[ended]!) {
        const values = found[hit[ended]!]!
        if (values.at(-1) !== value) values.push(value)
        hits += 1
      }
    }
    steps.spend(2 * (end - loweredAt[value]!) + 16 * hits)
  }
  return new Map(wanted.map((text, at) => [text, found[at]!]))
}

/** States of one table: `width` columns, one for each byte that any text holds, and column 0 for all others. */
function automatonOf(texts: readonly Buffer[]) {
  const classes = new Uint8Array(256)
  let width = 1
  for (const text of texts) for (const byte of text) classes[byte] ||= width++
  // At most 255 different bytes make UTF-8, so that column 0 stays free.
  const max = texts.reduce((sum, { length }) => sum + length, 1)
  const next = new Int32Array(max * width)
  const hit = new Int32Array(max).fill(-1)
  let states = 1
  for (const [at, text] of texts.entries()) {
    let state = 0
    for (const byte of text) {
      const place = state * width + classes[byte]!
      if (next[place] === 0) next[place] = states++
      state = next[place]!
    }
    hit[state] = at
  }
  const fallback = new Int32Array(states)
  /** The longest shorter text that ends where this state does. */
  const shorter = new Int32Array(states)
  const queue = [...next.subarray(0, width)].filter((state) => state > 0)
  for (let head = 0; head < queue.length; head += 1) {
    const state = queue[head]!
    const back = fallback[state]!
    shorter[state] = hit[back]! >= 0 ? back : shorter[back]!
    for (let column = 0; column < width; column += 1) {
      const place = state * width + column
      const after = next[place]!
      if (after === 0) next[place] = next[back * width + column]!
      else {
        fallback[after] = next[back * width + column]!
        queue.push(after)
      }
    }
  }
  return { classes, width, next, hit, shorter }
}
