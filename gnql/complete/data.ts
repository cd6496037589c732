import { countries, type Country } from '#model/countries.ts'
import type { Field } from '../registry/field.ts'
import { type Names, openNames } from './name-index.ts'

/** What the server knows that the registry does not: /api/tags/autocomplete and model/countries.ts. */
export interface CompletionData {
  actors: readonly string[]
  cves: readonly string[]
  tags: readonly { slug: string; name: string }[]
  vpnServices: readonly string[]
  countries: readonly Country[]
  /** Names of the lists of whoever types. */
  lists?: readonly string[]
}

export const noData: CompletionData = { actors: [], cves: [], tags: [], vpnServices: [], countries: [] }

/** All countries, those that addresses were seen in before the others. @param seen names, most addresses first */
export function countriesBySeen(seen: readonly string[]): Country[] {
  const places = new Map(seen.map((name, at) => [name, at]))
  const place = ({ name }: Country): number => places.get(name) ?? seen.length
  return countries.toSorted((a, b) => place(a) - place(b))
}

/** One value somebody may mean. */
export interface Option {
  value: string
  /** A second way to find it: a country's code, a tag's slug. */
  also: string
}

const plain = (values: readonly string[]): Option[] => values.map((value) => ({ value, also: '' }))

/** Every value of a field that is known by name, in the order given; made ready once for the same data. */
export function optionsOf({ options, columns }: Field, data: CompletionData): Names<Option> {
  const own = made.get(data) ?? new Map<unknown, Names<Option>>()
  made.set(data, own)
  // Sessions carry slugs only.
  const isNamed = columns.length > 1
  const key =
    options.kind === 'listed' ? options : options.kind === 'tags' && isNamed ? 'named tags' : options.kind
  const found = own.get(key) ?? openNames(listed(options, data, isNamed), ({ value, also }) => [value, also])
  own.set(key, found)
  return found
}

const made = new WeakMap<CompletionData, Map<unknown, Names<Option>>>()

function listed(options: Field['options'], data: CompletionData, isNamed: boolean): Option[] {
  switch (options.kind) {
    case 'none':
      return []
    case 'listed':
      return plain(options.values)
    case 'actors':
      return plain(data.actors)
    case 'lists':
      return plain(data.lists ?? [])
    case 'cves':
      return plain(data.cves)
    case 'vpn-services':
      return plain(data.vpnServices)
    case 'countries':
      return data.countries.map(({ name, code }) => ({ value: name, also: code }))
    case 'country-codes':
      return data.countries.map(({ name, code }) => ({ value: code, also: name }))
    case 'tags':
      return data.tags.map(({ slug, name }) =>
        isNamed ? { value: name, also: slug } : { value: slug, also: name },
      )
  }
}
