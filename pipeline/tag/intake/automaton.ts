/**
 * Finds many words in a text in one pass (Aho and Corasick 1975), as one dense table: a row a state, a column a kind of character,
 * so that a character costs one look into the table whatever the number of words.
 */
export interface Automaton {
  /**
   * Tells each word that stands in the text by its number, at least once, and no other. `seen` is the caller's, one number a
   * state: where `round` stands already, nothing is told again.
   */
  find: (text: string, seen: Uint32Array, round: number, tell: (word: number) => void) => void
  states: number
  /** Bytes of its tables. */
  bytes: number
}

/** Characters beyond these are looked up in a map: words hold few of them. */
const lowCharacters = 256

interface Alphabet {
  /** The kind of each low character; 0 for those that no word holds. */
  low: Uint16Array
  high: ReadonlyMap<number, number>
  kinds: number
}

function alphabetOf(words: readonly string[]): Alphabet {
  const low = new Uint16Array(lowCharacters)
  const high = new Map<number, number>()
  let kinds = 1
  for (const word of words)
    for (let at = 0; at < word.length; at += 1) {
      const unit = word.charCodeAt(at)
      if (unit >= lowCharacters) {
        if (!high.has(unit)) high.set(unit, kinds++)
      } else if (low[unit] === 0) low[unit] = kinds++
    }
  return { low, high, kinds }
}

/** One state a beginning of a word, and the empty one. Of words in order, each adds what it does not share with the one before. */
function statesOf(words: readonly string[]): number {
  let states = 1
  let before = ''
  for (const word of words.toSorted()) {
    let shared = 0
    while (shared < before.length && word[shared] === before[shared]) shared += 1
    states += word.length - shared
    before = word
  }
  return states
}

/**
 * An automaton for words that differ and are not empty. It is made step by step, so that nobody waits for it: a step is a
 * thousand states at most.
 */
export function* buildAutomaton(words: readonly string[]): Generator<void, Automaton, undefined> {
  const { low, high, kinds } = alphabetOf(words)
  const states = statesOf(words)
  const next = states > 65_535 ? new Uint32Array(states * kinds) : new Uint16Array(states * kinds)
  /** By state: the word that ends there, counted from 1. */
  const ends = new Uint32Array(states)
  const kindOf = (unit: number): number => (unit < lowCharacters ? low[unit]! : (high.get(unit) ?? 0))

  let made = 1
  for (const [number, word] of words.entries()) {
    let state = 0
    for (let at = 0; at < word.length; at += 1) {
      const place = state * kinds + kindOf(word.charCodeAt(at))
      state = next[place] || (next[place] = made++)
    }
    ends[state] = number + 1
    if (number % 1000 === 999) yield
  }
  yield

  /** By state: the longest other beginning that its text ends with; and of those the longest that is a whole word. */
  const falls = new Uint32Array(states)
  const links = new Uint32Array(states)
  const queue = new Uint32Array(states)
  let waiting = 1
  for (let first = 0; first < states; first += 1) {
    const state = queue[first]!
    const fall = falls[state]! * kinds
    for (let kind = 1; kind < kinds; kind += 1) {
      const place = state * kinds + kind
      const child = next[place]!
      if (child === 0) {
        if (state !== 0) next[place] = next[fall + kind]!
        continue
      }
      const behind = state === 0 ? 0 : next[fall + kind]!
      falls[child] = behind
      links[child] = ends[behind] ? behind : links[behind]!
      queue[waiting++] = child
    }
    if (first % 1000 === 999) yield
  }
  /** By state: itself where a word ends, else the next that its text ends with; 0 for none. */
  const hits = links.map((link, state) => (ends[state] ? state : link))

  const find: Automaton['find'] = (text, seen, round, tell) => {
    let state = 0
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      const kind = unit < lowCharacters ? low[unit]! : (high.get(unit) ?? 0)
      // What no word holds leads back to the beginning: column 0 is never filled.
      state = next[state * kinds + kind]!
      for (let hit = hits[state]!; hit !== 0 && seen[hit] !== round; hit = links[hit]!) {
        seen[hit] = round
        tell(ends[hit]! - 1)
      }
    }
  }
  const bytes = [low, next, ends, links, hits].reduce((sum, { byteLength }) => sum + byteLength, 0)
  return { find, states, bytes }
}
