/** 0 for the beginning of a text, 1 for the beginning of a word in it, 2 for anywhere, 3 for none. Case does not count. */
export function rank(text: string, typed: string): number {
  const lower = text.toLowerCase()
  const at = lower.indexOf(typed)
  if (at < 0) return 3
  if (at === 0) return 0
  return isInsideWord(lower.charCodeAt(at - 1)) ? 2 : 1
}

const inWord = /[\p{L}\p{N}]/u

/** The code unit before: most are ASCII, where no expression is needed. */
function isInsideWord(code: number): boolean {
  if (code < 0x80)
    return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
  return inWord.test(String.fromCharCode(code))
}

/** A list of things with names, to be found by any part of one. */
export interface Names<T> {
  list: readonly T[]
  /** Those with a name that holds what was typed, the nearest first and otherwise in the order of the list, at most `limit`. */
  find(typed: string, limit: number): T[]
}

/** Ends every name. What is typed and holds it is looked for in each name by itself. */
const end = '\n'

/**
 * All names lie in one text, lower-cased, so that one pass finds where something typed stands in any of thousands. The pass ends
 * as soon as enough begin with it.
 */
export function openNames<T>(list: readonly T[], namesOf: (item: T) => readonly string[]): Names<T> {
  let made: { text: string; starts: Uint32Array; items: Uint32Array } | null = null
  const index = () => (made ??= joined(list, namesOf))

  function find(typed: string, limit: number): T[] {
    const wanted = typed.toLowerCase()
    if (wanted === '') return list.slice(0, limit)
    if (wanted.includes(end)) return rankedEach(list, namesOf, wanted, limit)
    const { text, starts, items } = index()
    const ranks: T[][] = [[], [], []]
    let name = 0
    let [item, best] = [-1, 3]
    const endName = (): void => {
      const found = ranks[best]
      const one = list[item]
      if (found && one !== undefined && found.length < limit) found.push(one)
    }
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, starts[name])) {
      name = lastUpTo(starts, at, name)
      const own = items[name] ?? 0
      if (own !== item) {
        endName()
        if (ranks[0]?.length === limit) return ranks[0]
        ;[item, best] = [own, 3]
      }
      best = Math.min(best, at === starts[name] ? 0 : isInsideWord(text.charCodeAt(at - 1)) ? 2 : 1)
      // Only where it stands first in a name counts.
      name += 1
      if (name === items.length) break
    }
    endName()
    return ranks.flat().slice(0, limit)
  }

  return { list, find }
}

function joined<T>(
  list: readonly T[],
  namesOf: (item: T) => readonly string[],
): { text: string; starts: Uint32Array; items: Uint32Array } {
  const names = list.flatMap((item, at) => namesOf(item).map((name) => ({ at, name: name.toLowerCase() })))
  const starts = new Uint32Array(names.length)
  let next = 0
  for (const [place, { name }] of names.entries()) {
    starts[place] = next
    next += name.length + end.length
  }
  return {
    text: names.map(({ name }) => name + end).join(''),
    starts,
    items: Uint32Array.from(names, ({ at }) => at),
  }
}

/** The last place from `from` on whose number is not above `max`: near ones first, for most steps are short. */
function lastUpTo(numbers: Uint32Array, max: number, from: number): number {
  let [low, step] = [from, 1]
  while (low + step < numbers.length && (numbers[low + step] ?? 0) <= max)
    [low, step] = [low + step, step * 2]
  let high = Math.min(low + step, numbers.length)
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) <= max) low = middle
    else high = middle
  }
  return low
}

/** The same, name by name. */
export function rankedEach<T>(
  list: readonly T[],
  namesOf: (item: T) => readonly string[],
  wanted: string,
  limit: number,
): T[] {
  const ranks: T[][] = [[], [], []]
  for (const item of list) ranks[Math.min(3, ...namesOf(item).map((name) => rank(name, wanted)))]?.push(item)
  return ranks.flat().slice(0, limit)
}
