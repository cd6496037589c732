/** Milliseconds after which a letter begins another word (specification §9). */
const forgetMs = 350

export interface Typed {
  key: string
  /** When, in milliseconds of any clock. */
  timeStamp: number
}

/** A letter leads to the next entry that begins with it; letters in quick succession are one word. */
export interface TypeAhead {
  /** Of a list: which entry begins with the letters typed so far; null where none does or the key is no letter. */
  lead(typed: Typed, labels: readonly string[], current: number): number | null
  /** Whether this one goes on with a word. */
  isInWord(typed: Pick<Typed, 'timeStamp'>): boolean
}

export function openTypeAhead(): TypeAhead {
  let word = ''
  let last = -Infinity
  const isInWord = ({ timeStamp }: Pick<Typed, 'timeStamp'>): boolean =>
    word !== '' && timeStamp - last < forgetMs
  return {
    isInWord,
    lead(typed, labels, current) {
      const { key } = typed
      if (!isInWord(typed)) word = ''
      // A space alone presses what has the focus.
      if ([...key].length !== 1 || (key === ' ' && word === '')) return null
      last = typed.timeStamp
      word += key.toLowerCase()
      const from = word.length === key.length ? current + 1 : Math.max(current, 0)
      const order = labels.map((_, step) => (from + step) % labels.length)
      return order.find((at) => labels[at]?.toLowerCase().startsWith(word)) ?? null
    },
  }
}
