import type { Country } from '#model/countries.ts'
import type { Field } from '../registry/field.ts'

/** What the server knows that the registry does not: /api/tags/autocomplete and model/countries.ts. */
export interface CompletionData {
  actors: readonly string[]
  cves: readonly string[]
  tags: readonly { slug: string; name: string }[]
  vpnServices: readonly string[]
  countries: readonly Country[]
}

export const noData: CompletionData = { actors: [], cves: [], tags: [], vpnServices: [], countries: [] }

/** One value somebody may mean. */
export interface Option {
  value: string
  /** A second way to find it: a country's code, a tag's slug. */
  also: string
}

const plain = (values: readonly string[]): Option[] => values.map((value) => ({ value, also: '' }))

/** Every value of a field that is known by name, in the order given. */
export function optionsOf({ options, columns }: Field, data: CompletionData): Option[] {
  switch (options.kind) {
    case 'none':
      return []
    case 'listed':
      return plain(options.values)
    case 'actors':
      return plain(data.actors)
    case 'cves':
      return plain(data.cves)
    case 'vpn-services':
      return plain(data.vpnServices)
    case 'countries':
      return data.countries.map(({ name, code }) => ({ value: name, also: code }))
    case 'country-codes':
      return data.countries.map(({ name, code }) => ({ value: code, also: name }))
    case 'tags': {
      // Sessions carry slugs only.
      const named = columns.length > 1
      return data.tags.map(({ slug, name }) =>
        named ? { value: name, also: slug } : { value: slug, also: name },
      )
    }
  }
}

/** 0 for the beginning of a text, 1 for the beginning of a word in it, 2 for anywhere, 3 for none. Case does not count. */
export function rank(text: string, typed: string): number {
  const at = text.toLowerCase().indexOf(typed)
  if (at < 0) return 3
  if (at === 0) return 0
  return /[^\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 1 : 2
}

/** Those that hold what was typed, the nearest first, at most `limit`. */
export function filtered<T>(
  list: readonly T[],
  typed: string,
  names: (item: T) => string[],
  limit: number,
): T[] {
  const wanted = typed.toLowerCase()
  if (wanted === '') return list.slice(0, limit)
  const ranks: T[][] = [[], [], []]
  for (const item of list) {
    const best = Math.min(...names(item).map((name) => rank(name, wanted)))
    ranks[best]?.push(item)
  }
  return ranks.flat().slice(0, limit)
}
