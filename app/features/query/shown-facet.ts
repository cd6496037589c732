import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { shortName } from '#gnql/registry/short-name.ts'
import { countries } from '#model/countries.ts'
import type { Facet } from '#model/query.ts'
import { type ShownFacet, shownAtOnce } from '../facets/values.tsx'
import type { PageState, View } from './page-state.ts'
import type { CountryCount } from '../../ui/charts/world-map.tsx'

/** Values of an opened facet. */
const most = 20

/** A facet as the page shows it; null where it says nothing: no value, or "none" alone. */
export function shownFacet(
  { field, title, values }: Facet,
  { open, find }: Pick<PageState, 'open' | 'find'>,
): ShownFacet | null {
  const { name: canonical, aliases, phrase, absent, columns } = fieldOf(registries.ip, field)
  if (values.every(({ value }) => value === absent)) return null
  const name = shortName({ name: canonical, aliases })
  const text = (find[name] ?? '').toLowerCase()
  const found = values.filter(({ value }) => value.toLowerCase().includes(text))
  return {
    name,
    aliases: [canonical, ...aliases],
    phrase,
    title,
    many: columns.some(({ shape }) => shape.includes('list') || shape.startsWith('pair')),
    count: Math.min(most, values.length),
    find: find[name] ?? '',
    values: found
      .slice(0, open.includes(name) ? most : shownAtOnce)
      .map(({ value, count }) => ({ value, count })),
  }
}

/** The facets of other views, with as many values as they show: of Stats all, of Map the countries. */
export function rankedFacets(facets: readonly Facet[], view: View): ShownFacet[] {
  if (view === 'list') return []
  const wanted = view === 'map' ? facets.filter(({ field }) => field === countryField) : facets
  return wanted.flatMap(({ values, ...facet }) => {
    const shown = shownFacet({ ...facet, values }, { open: [], find: {} })
    if (!shown) return []
    const all = view === 'map' ? values : values.slice(0, most)
    return { ...shown, values: all.map(({ value, count }) => ({ value, count })) }
  })
}

/** Facets name a field as it was asked for (services/ip/query-report.ts). */
const countryField = fieldOf(registries.ip, 'country').name

const codes = new Map(countries.map(({ name, code }) => [name, code]))

/** Countries by their codes, the most frequent first; what has no code cannot be drawn. */
export const countriesIn = (facets: readonly Facet[]): CountryCount[] =>
  facets
    .filter(({ field }) => field === countryField)
    .flatMap(({ values }) => values)
    .flatMap(({ value, count }) => {
      const code = codes.get(value)
      return code === undefined ? [] : [{ code, value, count }]
    })
