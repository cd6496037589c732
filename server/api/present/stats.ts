import type { IpStats } from '#services/ip/stats.ts'
import type { TagBySlug } from './ip-record.ts'

/** Lists of the stats call; an empty one is null, as existing clients expect (public API notes, 1.3). */
const listOrNull = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list)

const named = <K extends string>(key: K, list: { value: string; count: number }[]) =>
  listOrNull(
    list.map(({ value, count }) => ({ [key]: value, count }) as Record<K, string> & { count: number }),
  )

export function presentStats(query: string, counted: IpStats, tags: TagBySlug) {
  return {
    count: counted.total,
    query,
    adjusted_query: counted.adjustedQuery,
    stats: {
      classifications: named('classification', counted.classifications),
      spoofable: listOrNull(
        counted.spoofable.map(({ value, count }) => ({ spoofable: value === 'true', count })),
      ),
      organizations: named('organization', counted.organizations),
      actors: named('actor', counted.actors),
      countries: named('country', counted.countries),
      source_countries: named('country', counted.countries),
      destination_countries: named('country', counted.destinationCountries),
      tags: listOrNull(
        counted.tags.map(({ value, count }) => ({
          tag: tags.get(value)?.name ?? value,
          id: tags.get(value)?.id ?? '',
          count,
        })),
      ),
      operating_systems: named('operating_system', counted.operatingSystems),
      categories: named('category', counted.categories),
      asns: named('asn', counted.asns),
    },
  }
}
