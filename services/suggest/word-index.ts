/**
 * Texts in order of rank, found by the beginnings of their words, the best first. Two compressed tables, from words to places and
 * from places to words, so that a look-up reads the shorter side: few places of a rare word, or the best places of a common one.
 */
export interface WordIndex {
  /** Places (0 is the best) of texts of which each of these is the beginning of a word, ascending, `limit` at most. */
  find(typed: readonly string[], limit: number): number[]
  /** Whether any text has a word that begins so. */
  has(typed: string): boolean
}

/** A word is rare that so many places have at most: all of them are looked at. */
const rare = 4096
/** Where all words are common the best so many texts are looked at, and what stands lower in rank is not found. */
const maxRead = 4096

/** Numbers of each place one after another: those of p are values[at[p]…at[p + 1]). */
interface Table {
  at: Uint32Array
  values: Uint32Array
}

type Range = readonly [low: number, high: number]

/** @param texts the words of each, the best text first */
export function openWordIndex(texts: readonly (readonly string[])[]): WordIndex {
  const words = [...new Set(texts.flat())].sort()
  const numbers = new Map(words.map((word, at) => [word, at]))
  const wordsAt = tableOf(texts.map((own) => [...new Set(own)].map((word) => numbers.get(word) ?? 0)))
  const placesAt = inverted(wordsAt, words.length)

  /** The words that begin so. */
  const rangeOf = (typed: string): Range => [
    firstWhere(words, (word) => word >= typed),
    firstWhere(words, (word) => word > typed && !word.startsWith(typed)),
  ]
  const placesOf = ([low, high]: Range): Uint32Array =>
    placesAt.values.subarray(placesAt.at[low], placesAt.at[high])

  function holds(place: number, [low, high]: Range): boolean {
    for (let at = wordsAt.at[place] ?? 0; at < (wordsAt.at[place + 1] ?? 0); at += 1) {
      const word = wordsAt.values[at] ?? 0
      if (word >= low && word < high) return true
    }
    return false
  }

  return {
    has(typed) {
      const [low, high] = rangeOf(typed)
      return low < high
    },
    find(typed, limit) {
      const ranges = typed.map(rangeOf)
      const [rarest, ...others] = ranges.sort((a, b) => placesOf(a).length - placesOf(b).length)
      if (!rarest || rarest[0] === rarest[1]) return []
      const some = placesOf(rarest)
      const best = new Best(limit)
      if (some.length <= rare) {
        for (const place of some)
          if (best.takes(place) && others.every((range) => holds(place, range))) best.add(place)
      } else {
        for (let place = 0; place < Math.min(texts.length, maxRead) && !best.isFull(); place += 1)
          if (ranges.every((range) => holds(place, range))) best.add(place)
      }
      return best.places
    },
  }
}

/** The lowest of the numbers that are added, ascending, each once. */
class Best {
  readonly places: number[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  isFull = (): boolean => this.places.length >= this.#limit

  takes(place: number): boolean {
    return !this.isFull() || place < (this.places.at(-1) ?? -1)
  }

  add(place: number): void {
    let at = this.places.length
    while (at > 0 && (this.places[at - 1] ?? 0) > place) at -= 1
    if (this.places[at - 1] === place) return
    this.places.splice(at, 0, place)
    if (this.places.length > this.#limit) this.places.pop()
  }
}

function tableOf(lists: readonly (readonly number[])[]): Table {
  const at = new Uint32Array(lists.length + 1)
  const values = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let next = 0
  for (const [place, list] of lists.entries()) {
    values.set(list, next)
    next += list.length
    at[place + 1] = next
  }
  return { at, values }
}

/** From each of `size` values to the places that have it, ascending. */
function inverted({ at, values }: Table, size: number): Table {
  const begin = new Uint32Array(size + 1)
  for (const value of values) begin[value + 1] = (begin[value + 1] ?? 0) + 1
  for (let value = 0; value < size; value += 1)
    begin[value + 1] = (begin[value + 1] ?? 0) + (begin[value] ?? 0)
  const next = begin.slice()
  const places = new Uint32Array(values.length)
  for (let place = 0; place + 1 < at.length; place += 1)
    for (const value of values.subarray(at[place], at[place + 1])) {
      places[next[value] ?? 0] = place
      next[value] = (next[value] ?? 0) + 1
    }
  return { at: begin, values: places }
}

/** The first place whose word passes, of a list that does not pass and then passes. */
function firstWhere(words: readonly string[], passes: (word: string) => boolean): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (passes(words[middle] ?? '')) high = middle
    else low = middle + 1
  }
  return low
}
