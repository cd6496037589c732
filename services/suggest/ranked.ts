import type { Suggestion, SuggestionKind } from '#model/suggestion.ts'
import { openWordIndex } from './word-index.ts'
import { matchesIn, wordsOf } from './words.ts'

/** Something that can be proposed. */
export interface Known extends Omit<Suggestion, 'matches'> {
  /** What else it is found by. */
  also: string
}

/** Things of one kind, the best first, found by what is typed. */
export interface Ranked {
  kind: SuggestionKind
  /** All, the best first. */
  labels: readonly string[]
  /** Those with words that begin with each of these, `limit` at most; the one of exactly this label before all others. */
  find(typed: readonly string[], limit: number): Suggestion[]
  has(typed: string): boolean
}

export function openRanked(kind: SuggestionKind, known: readonly Known[]): Ranked {
  const texts = known.map(({ label, also }) => wordsOf(`${label} ${also}`))
  const index = openWordIndex(texts)
  const whole = new Map<string, number>()
  for (const [place, { label }] of known.entries()) {
    const key = wordsOf(label).join(' ')
    // A path of marks alone goes by no word.
    if (key !== '' && !whole.has(key)) whole.set(key, place)
  }
  return {
    kind,
    labels: known.map(({ label }) => label),
    has: index.has,
    find(typed, limit) {
      const same = whole.get(typed.join(' '))
      const places = index.find(typed, limit)
      const all = same === undefined ? places : [same, ...places.filter((place) => place !== same)]
      return all.slice(0, limit).flatMap((place) => shown(known[place], typed))
    },
  }
}

function shown(known: Known | undefined, typed: readonly string[]): Suggestion[] {
  if (!known) return []
  const { also: _, ...rest } = known
  return [{ ...rest, matches: matchesIn(rest.label, typed) }]
}
