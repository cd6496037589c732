import type { Column, Predicate } from '#gnql/predicate.ts'
import type { Analytics } from '../open.ts'
import { countDocuments } from './count.ts'
import { facets, type ValueCount } from './facets.ts'

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

/** The lists of `/v3/gnql/stats`: the `top` most frequent values of each, most frequent first. Unknown actors are left out. */
export async function stats(analytics: Analytics, predicate: Predicate, top: number): Promise<Stats> {
  const lists = await facets(analytics, predicate, { columns: Object.values(columns), top })
  const named = Object.fromEntries(Object.keys(columns).map((name, place) => [name, lists[place] ?? []]))
  const total = await countDocuments(analytics, predicate)
  const answer = { total, ...named } as Stats
  return { ...answer, actors: answer.actors.filter(({ value }) => value !== 'unknown') }
}
