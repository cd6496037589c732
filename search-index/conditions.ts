import { setBit, setRange, trim, wordsFor } from './bits.ts'
import {
  asList,
  asWords,
  countDocs,
  fewOf,
  type DocIdSet,
  inAny,
  inAnyOrder,
  inBoth,
  inWords,
  without,
} from './doc-id-set.ts'
import type { Values } from './term-dictionary.ts'
import type { Numbers, Postings } from './segment.ts'
import type { Steps } from './steps.ts'

/** A condition over the documents of one segment: all that meet it, or those of a list that do. */
export interface Condition {
  /** At most so many meet it. */
  maxCount: number
  /** Every document meets it. */
  isAll?: true
  all(): DocIdSet
  among(list: Uint32Array): Uint32Array
}

export const nothing: Condition = {
  maxCount: 0,
  all: () => ({ list: new Uint32Array(0) }),
  among: () => new Uint32Array(0),
}

export function everything(size: number): Condition {
  const all = (): DocIdSet => {
    const words = new Uint32Array(wordsFor(size)).fill(0xffffffff)
    return { words: trim(words, size) }
  }
  return { maxCount: size, isAll: true, all, among: (list) => list }
}

export const inBits = (words: Uint32Array, maxCount: number): Condition => ({
  maxCount,
  all: () => ({ words }),
  among: (list) => inWords(list, words),
})

/** Documents of an ascending list. */
export function inDocs(list: Uint32Array, size: number): Condition {
  const found: DocIdSet = list.length <= fewOf(size) ? { list } : { words: asWords({ list }, size) }
  return { maxCount: list.length, all: () => found, among: (other) => intersected(other, found) }
}

/** Documents [from, to). */
export function inRange(size: number, from: number, to: number): Condition {
  const all = (): DocIdSet => {
    if (to - from <= fewOf(size))
      return { list: Uint32Array.from({ length: to - from }, (_, at) => from + at) }
    const words = new Uint32Array(wordsFor(size))
    setRange(words, from, to)
    return { words }
  }
  return { maxCount: to - from, all, among: (list) => list.filter((at) => at >= from && at < to) }
}

/** Numbers in document order with their bounds, looked through one by one. NaN passes nothing. */
export function inBounds({ values, min, max }: Numbers, low: number, high: number): Condition {
  if (low <= min && max <= high) return everything(values.length)
  if (low > max || high < min) return nothing
  const all = (): DocIdSet => {
    const words = new Uint32Array(wordsFor(values.length))
    for (let word = 0, at = 0; word < words.length; word += 1) {
      const end = Math.min(at + 32, values.length)
      let bits = 0
      for (let bit = 1; at < end; at += 1, bit <<= 1) {
        const value = values[at]!
        if (value >= low && value <= high) bits |= bit
      }
      words[word] = bits
    }
    return { words }
  }
  const among = (list: Uint32Array): Uint32Array =>
    list.filter((at) => values[at]! >= low && values[at]! <= high)
  return { maxCount: values.length, all, among }
}

/** Documents with any of some values. What it takes to gather them is spent when they are asked for. */
export function withValues(postings: Postings, size: number, values: Values, steps: Steps): Condition {
  const dense = denseAmong(postings, values)
  const listed = countListed(postings, values)
  const maxCount = Math.min(
    size,
    dense.reduce((sum, { count }) => sum + count, listed),
  )
  if (maxCount === 0) return nothing
  const isOne = 'numbers' in values ? values.numbers.length === 1 : values.to - values.from === 1
  const [only] = isOne ? dense : []
  if (only) return inBits(only.words, only.count)
  let made: DocIdSet | undefined
  const all = (): DocIdSet => (made ??= gather())
  const gather = (): DocIdSet => {
    if (isOne) return { list: listsOf(postings, values)[0]! }
    steps.spend(2 * listed + dense.length * wordsFor(size))
    if (dense.length === 0 && maxCount <= fewOf(size)) return { list: inAnyOrder(listsOf(postings, values)) }
    const words = new Uint32Array(wordsFor(size))
    for (const bits of dense) for (let at = 0; at < words.length; at += 1) words[at]! |= bits.words[at]!
    setListed(words, postings, values)
    return { words }
  }
  return { maxCount, all, among: (list) => intersected(list, all()) }
}

/** Of a range only the values with bits are walked: a dictionary has millions of others, and a query may name a thousand ranges. */
function denseAmong({ dense }: Postings, values: Values): { words: Uint32Array; count: number }[] {
  const found: { words: Uint32Array; count: number }[] = []
  if ('from' in values && values.to - values.from > dense.size) {
    for (const [value, bits] of dense) if (value >= values.from && value < values.to) found.push(bits)
    return found
  }
  const add = (value: number): void => {
    const bits = dense.get(value)
    if (bits) found.push(bits)
  }
  if (dense.size === 0) return found
  if ('from' in values) for (let value = values.from; value < values.to; value += 1) add(value)
  else values.numbers.forEach(add)
  return found
}

function countListed({ at }: Postings, values: Values): number {
  if ('from' in values) return at[values.to]! - at[values.from]!
  let sum = 0
  for (const value of values.numbers) sum += at[value + 1]! - at[value]!
  return sum
}

/** Documents of values that have no bits, ascending for each value; those of a range lie one after the other. */
const listsOf = ({ at, docs }: Postings, values: Values): Uint32Array[] =>
  'from' in values
    ? [docs.subarray(at[values.from], at[values.to])]
    : Array.from(values.numbers, (value) => docs.subarray(at[value], at[value + 1]))

function setListed(words: Uint32Array, { at, docs }: Postings, values: Values): void {
  const set = (from: number, to: number): void => {
    for (let place = from; place < to; place += 1) setBit(words, docs[place]!)
  }
  if ('from' in values) set(at[values.from]!, at[values.to]!)
  else for (const value of values.numbers) set(at[value]!, at[value + 1]!)
}

const intersected = (list: Uint32Array, found: DocIdSet): Uint32Array =>
  'list' in found ? inBoth(list, found.list) : inWords(list, found.words)

export function not(part: Condition, size: number): Condition {
  const all = (): DocIdSet => {
    const inside = asWords(part.all(), size)
    // A loop: Uint32Array.from takes up to 80 ns a word to call a function, 2.5 ms for a million documents.
    const words = new Uint32Array(inside.length)
    for (let at = 0; at < words.length; at += 1) words[at] = ~inside[at]!
    return { words: trim(words, size) }
  }
  return { maxCount: size, all, among: (list) => without(list, part.among(list)) }
}

/** The rarest part is found first; where few meet it, only they are held against the others. */
export function and(parts: readonly Condition[], size: number): Condition {
  const [first, ...others] = parts.filter(({ isAll }) => !isAll).toSorted((a, b) => a.maxCount - b.maxCount)
  if (!first) return everything(size)
  if (others.length === 0) return first
  const through = (list: Uint32Array): Uint32Array => {
    let left = list
    for (const part of others) {
      if (left.length === 0) return left
      left = part.among(left)
    }
    return left
  }
  const all = (): DocIdSet => {
    let found = first.all()
    if (countDocs(found) <= fewOf(size)) return { list: through(asList(found)) }
    for (const [at, part] of others.entries()) {
      if (countDocs(found) <= fewOf(size)) {
        const rest = and(others.slice(at), size)
        return { list: rest.among(asList(found)) }
      }
      const [left, right] = [asWords(found, size), asWords(part.all(), size)]
      const words = new Uint32Array(left.length)
      for (let word = 0; word < words.length; word += 1) words[word] = left[word]! & right[word]!
      found = { words }
    }
    return found
  }
  return { maxCount: first.maxCount, all, among: (list) => through(first.among(list)) }
}

export function or(parts: readonly Condition[], size: number): Condition {
  const [first] = parts
  if (!first) return nothing
  if (parts.length === 1) return first
  const maxCount = Math.min(
    size,
    parts.reduce((sum, part) => sum + part.maxCount, 0),
  )
  const all = (): DocIdSet => {
    if (maxCount <= fewOf(size)) return { list: inAny(parts.map((part) => asList(part.all()))) }
    const words = new Uint32Array(wordsFor(size))
    for (const part of parts) {
      const found = part.all()
      if ('list' in found) for (const document of found.list) setBit(words, document)
      else for (let at = 0; at < words.length; at += 1) words[at]! |= found.words[at]!
    }
    return { words }
  }
  return { maxCount, all, among: (list) => inAny(parts.map((part) => part.among(list))) }
}
