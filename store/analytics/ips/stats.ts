import type { Column } from '#gnql/predicate.ts'
import type { FacetsWanted, Summary } from './summarize.ts'
import type { ValueCount } from './value-count.ts'

const columns = {
  classifications: { name: 'classification', shape: 'text' },
  spoofable: { name: 'spoofable', shape: 'boolean' },
  organizations: { name: 'organization', shape: 'text' },
  actors: { name: 'actor', shape: 'text' },
  countries: { name: 'country', shape: 'text' },
  destinationCountries: { name: 'destination_countries', shape: 'text-list' },
  /** Slugs; the catalogue knows names and ids. */
  tags: { name: 'tags', shape: 'text-list' },
  operatingSystems: { name: 'os', shape: 'text' },
  categories: { name: 'category', shape: 'text' },
  asns: { name: 'asn', shape: 'text' },
} as const satisfies Record<string, Column>

export type StatsList = keyof typeof columns
export type Stats = { total: number } & Record<StatsList, ValueCount[]>

/**
 * The lists of `/v3/gnql/stats` of whatever `summarize` counts: the `top` most frequent values of each, most frequent
 * first. Unknown actors are left out. Lists over `withheld` columns stay empty.
 */
export async function stats(
  summarize: (wanted: FacetsWanted) => Promise<Summary>,
  { top, withheld }: { top: number; withheld: ReadonlySet<string> },
): Promise<Stats> {
  const asked = Object.entries(columns).filter(([, column]) => !withheld.has(column.name))
  const { total, facets: lists } = await summarize({ columns: asked.map(([, column]) => column), top })
  const empty = Object.fromEntries(Object.keys(columns).map((name) => [name, []]))
  const named = Object.fromEntries(asked.map(([name], place) => [name, lists[place] ?? []]))
  const answer = { total, ...empty, ...named } as Stats
  return { ...answer, actors: answer.actors.filter(({ value }) => value !== 'unknown') }
}
