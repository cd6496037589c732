import type { IpStats } from '#services/ip/stats.ts'
import type { TagBySlug } from './ip-record.ts'

/** Lists of the stats call; an empty one is null, as existing clients expect (public API notes, 1.3). */
const listOrNull = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list)

const named = <K extends string>(key: K, list: { value: string; count: number }[]) =>
  listOrNull(
    list.map(({ value, count }) => ({ [key]: value, count }) as Record<K, string> & { count: number }),
  )

export function presentStats(query: string, { total, adjustedQuery, lists }: IpStats, tags: TagBySlug) {
  return {
    count: total,
    query,
    adjusted_query: adjustedQuery,
    stats: {
      classifications: named('classification', lists.classification),
      spoofable: listOrNull(
        lists.spoofable.map(({ value, count }) => ({ spoofable: value === 'true', count })),
      ),
      organizations: named('organization', lists.organization),
      actors: named(
        'actor',
        lists.actor.filter(({ value }) => value !== 'unknown'),
      ),
      countries: named('country', lists.country),
      source_countries: named('country', lists.country),
      destination_countries: named('country', lists.destination_country),
      tags: listOrNull(
        lists.tags.map(({ value, count }) => ({
          tag: tags.get(value)?.name ?? value,
          id: tags.get(value)?.id ?? '',
          count,
        })),
      ),
      operating_systems: named('operating_system', lists.os),
      categories: named('category', lists.category),
      asns: named('asn', lists.asn),
    },
  }
}
