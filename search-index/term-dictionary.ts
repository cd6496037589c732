import { like, type Pattern } from '#gnql/like.ts'
import type { Bound } from '#gnql/predicate.ts'
import type { WordColumn } from './segment.ts'
import type { Steps } from './steps.ts'

/** Values of a dictionary, by number: a block, or any. Lowered UTF-8 bytes are in the order of code points. */
export type Values = { from: number; to: number } | { numbers: Uint32Array }

type Dictionary = Pick<WordColumn, 'lowered' | 'loweredAt'>

const sizeOf = ({ loweredAt }: Dictionary): number => loweredAt.length - 1

export const loweredText = ({ lowered, loweredAt }: Dictionary, value: number): string =>
  bufferOf(lowered).toString('utf8', loweredAt[value], loweredAt[value + 1])

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** First value that is not below a text; with `prefix`, first that is beyond all that begin with it. */
function place(dictionary: Dictionary, text: Buffer, beyond: 'text' | 'prefix' | null): number {
  const bytes = bufferOf(dictionary.lowered)
  let [low, high] = [0, sizeOf(dictionary)]
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = dictionary.loweredAt[middle]!
    const end = dictionary.loweredAt[middle + 1]!
    const until = beyond === 'prefix' ? Math.min(end, start + text.length) : end
    const order = bytes.compare(text, 0, text.length, start, until)
    if (order < 0 || (beyond !== null && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** All spellings of a lowered text. */
export function equalTo(dictionary: Dictionary, text: string): Values {
  const bytes = Buffer.from(text)
  return { from: place(dictionary, bytes, null), to: place(dictionary, bytes, 'text') }
}

export function between(
  dictionary: Dictionary,
  { from, to }: { from?: Bound<string>; to?: Bound<string> },
): Values {
  const low = from ? place(dictionary, Buffer.from(from.value), from.inclusive ? null : 'text') : 0
  const high = to
    ? place(dictionary, Buffer.from(to.value), to.inclusive ? 'text' : null)
    : sizeOf(dictionary)
  return { from: low, to: Math.max(low, high) }
}

/** The piece of a pattern that a value is searched for; null where its beginning is known, or nothing is. */
export function searchedFor(pattern: Pattern): string | null {
  if (typeof pattern[0] === 'string') return null
  const literals = pattern.filter((piece) => typeof piece === 'string')
  return literals.toSorted((a, b) => b.length - a.length)[0] || null
}

/**
 * Values that a pattern of wildcards stands for. Its first piece narrows the search, or else its longest one: `holding` are
 * the values with that one, where they are known already.
 */
export function matching(
  dictionary: Dictionary,
  pattern: Pattern,
  { steps, holding }: { steps: Steps; holding?: readonly number[] | undefined },
): Values {
  const [first] = pattern
  if (first === undefined) return equalTo(dictionary, '')
  const all = { from: 0, to: sizeOf(dictionary) }
  const isLike = matcher(dictionary, pattern, steps)
  if (typeof first === 'string') {
    const bytes = Buffer.from(first)
    const some = { from: place(dictionary, bytes, null), to: place(dictionary, bytes, 'prefix') }
    if (pattern.length === 2 && isStar(pattern[1])) return some
    return checked(isLike, some.from, some.to)
  }
  const longest = searchedFor(pattern)
  if (longest === null) return pattern.every(isStar) ? all : checked(isLike, 0, all.to)
  const isAll = pattern.length === 3 && isStar(pattern[0]) && isStar(pattern[2])
  const some = holding ?? holdingText(dictionary, longest, steps)
  return { numbers: Uint32Array.from(isAll ? some : some.filter(isLike)) }
}

const isStar = (piece: Pattern[number] | undefined): boolean =>
  typeof piece === 'object' && piece.wildcard === '*'

/** Comparing costs some steps a character, and some whatever the length. */
function matcher(dictionary: Dictionary, pattern: Pattern, steps: Steps): (value: number) => boolean {
  const { loweredAt } = dictionary
  return (value) => {
    steps.spend(200 + 10 * (loweredAt[value + 1]! - loweredAt[value]!))
    return like(loweredText(dictionary, value), pattern)
  }
}

function checked(isLike: (value: number) => boolean, from: number, to: number): Values {
  const numbers: number[] = []
  for (let value = from; value < to; value += 1) if (isLike(value)) numbers.push(value)
  return { numbers: Uint32Array.from(numbers) }
}

/** Walks over the bytes of all values at once, from one that holds the text to the next. */
function holdingText(dictionary: Dictionary, text: string, steps: Steps): number[] {
  const { loweredAt } = dictionary
  const bytes = bufferOf(dictionary.lowered)
  const wanted = Buffer.from(text)
  const numbers: number[] = []
  let value = 0
  steps.spend(bytes.length >>> 3)
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, loweredAt[value]!)) {
    value = valueAt(loweredAt, at, value)
    steps.spend(100)
    // What reaches into the next value may hide one that is wholly inside it.
    if (at + wanted.length <= loweredAt[value + 1]!) numbers.push(value)
    value += 1
    if (value >= sizeOf(dictionary)) break
  }
  return numbers
}

/** The value whose bytes hold a place; empty values hold none. */
function valueAt(loweredAt: Uint32Array, at: number, from: number): number {
  let [low, high] = [from, loweredAt.length - 1]
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (loweredAt[middle]! <= at) low = middle
    else high = middle
  }
  return low
}

export function numbersBetween(
  values: Float64Array,
  { from, to }: { from?: Bound<number>; to?: Bound<number> },
): Values {
  const first = (bound: number, beyond: boolean): number => {
    let [low, high] = [0, values.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (values[middle]! < bound || (beyond && values[middle] === bound)) low = middle + 1
      else high = middle
    }
    return low
  }
  const low = from ? first(from.value, !from.inclusive) : 0
  const high = to ? first(to.value, to.inclusive) : values.length
  return { from: low, to: Math.max(low, high) }
}
