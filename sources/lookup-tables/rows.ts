import { SourceRefused } from '../refused.ts'
import type { Changes } from '../ranges/changes.ts'

/** Keys and what is said about them, sorted, each pair once; a key may have several values. Parallel lists. */
export interface NameRows {
  keys: string[]
  values: string[]
}

const maxNames = 4_000_000
const maxLength = 1024
const unstorable = /[^\P{Cc}\t]/gu
const stored = (text: string): string => text.slice(0, maxLength).replace(unstorable, ' ')

export class NameList {
  readonly #pairs = new Set<string>()

  get length(): number {
    return this.#pairs.size
  }

  /** `key` has no tab; the fields of `value` have tabs between. */
  add(key: string, value: string): boolean {
    if (key === '' || key.includes('\t')) return false
    if (this.#pairs.size >= maxNames) throw new SourceRefused(`more than ${maxNames} rows`)
    this.#pairs.add(`${stored(key)}\t${stored(value)}`)
    return true
  }

  done(): NameRows {
    const sorted = [...this.#pairs].sort()
    return {
      keys: sorted.map((pair) => pair.slice(0, pair.indexOf('\t'))),
      values: sorted.map((pair) => pair.slice(pair.indexOf('\t') + 1)),
    }
  }
}

/** What is said about a key: they lie in order, and a map of them would take as much memory again. */
export function valuesOf({ keys, values }: NameRows, key: string): string[] {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < keys.length && keys[end] === key) end += 1
  return values.slice(low, end)
}

/** What is said about each key. */
function byKey({ keys, values }: NameRows): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [at, key] of keys.entries()) {
    const known = found.get(key)
    if (known) known.push(values[at] ?? '')
    else found.set(key, [values[at] ?? ''])
  }
  return found
}

export function nameChanges(before: NameRows, after: NameRows): Changes {
  const [old, young] = [byKey(before), byKey(after)]
  const changes = { added: 0, removed: 0, changed: 0 }
  for (const [key, values] of young) {
    const known = old.get(key)
    if (!known) changes.added += 1
    else if (known.join('\n') !== values.join('\n')) changes.changed += 1
  }
  for (const key of old.keys()) if (!young.has(key)) changes.removed += 1
  return changes
}
