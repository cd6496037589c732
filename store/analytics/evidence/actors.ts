import { hexToColumn, toBounds } from '../address.ts'
import type { Analytics } from '../open.ts'
import type { Querier } from '../query/querier.ts'
import { type ListChanges, type Replacement, removeSource, replaceSource } from './replace.ts'

/** A vetted organisation and by what it is known. */
export interface VettedActor {
  slug: string
  name: string
  category: 'actor' | 'search_engine'
  reference: string
  /** Domains under which the reverse names of its addresses lie, lower-case. */
  names: readonly string[]
  /** What its user agents hold, in any case. */
  agents: readonly string[]
  /** Whether its addresses lie in these ranges without exception; the same for its reverse names. */
  allRanges: boolean
  allNames: boolean
  /** "192.0.2.0/24", "2001:db8::/32" or single addresses. */
  ranges: readonly string[]
}

export interface ActorsList {
  name: string
  licence: string
  reference: string
  now: number
  actors: readonly VettedActor[]
}

/** How much a list says: its ranges, and the actors without any. A list that lost its ranges is no longer the same. */
export const entriesOf = (actors: readonly VettedActor[]): number =>
  actors.reduce((sum, { ranges }) => sum + Math.max(1, ranges.length), 0)

/** Makes `actors` the whole list of that name. @throws RangeError for a range that is none */
export const writeActors = (
  analytics: Analytics,
  { name, licence, reference, now, actors }: ActorsList,
): Promise<ListChanges> =>
  replaceSource(analytics, {
    source: { name, kind: 'actors', trust: 'none', licence, reference },
    entries: entriesOf(actors),
    now,
    mark: marking(name),
    fill: async (version) => {
      for (const host of analytics.hosts) await fillHost(host, { source: name, version }, actors)
    },
  })

/** @returns false when there is no such list */
export const removeActors = (analytics: Analytics, name: string): Promise<boolean> =>
  removeSource(analytics, { name, kind: 'actors', mark: marking(name) })

async function fillHost(
  host: Querier,
  key: { source: string; version: string },
  actors: readonly VettedActor[],
): Promise<void> {
  await host.insert(
    '{local}.actors',
    actors.map(({ slug, name, category, reference, names, agents, allRanges, allNames }) => ({
      ...key,
      slug,
      name,
      category,
      reference,
      names,
      agents,
      all_ranges: Number(allRanges),
      all_names: Number(allNames),
    })),
  )
  await host.insert('{local}.actor_ranges', rangesOf(key, actors))
}

/** One after the other, as they are sent: a hundred thousand made at once would hold the server's thread for a second. */
function* rangesOf(
  key: { source: string; version: string },
  actors: readonly VettedActor[],
): Generator<object> {
  for (const { slug, ranges } of actors) {
    const written = new Set<string>()
    for (const range of ranges) {
      if (written.has(range)) continue
      written.add(range)
      yield { ...key, ...blockOf(range), actor: slug }
    }
  }
}

/** IPv4 prefixes count from 96, as their addresses stand in the store. */
function blockOf(range: string): { start: string; length: number } {
  const bounds = toBounds(range)
  if (!bounds) throw new RangeError(`"${range}" is no range of addresses.`)
  const different = BigInt(`0x${bounds.from}`) ^ BigInt(`0x${bounds.to}`)
  return {
    start: hexToColumn(bounds.from),
    length: 128 - (different === 0n ? 0 : different.toString(2).length),
  }
}

/** Documents inside a range that came or went, and those whose reverse name or user agent speaks of an actor that changed. */
const marking =
  (source: string): Replacement['mark'] =>
  async (host, versions) => {
    const of = (table: string, version: string): string =>
      `{local}.${table} WHERE source = {source: String} AND version = {${version}: UInt64}`
    const rows = (table: string, columns: string): string => `(
  SELECT ${columns} FROM ${of(table, 'fresh')} EXCEPT SELECT ${columns} FROM ${of(table, 'old')}
  UNION DISTINCT
  (SELECT ${columns} FROM ${of(table, 'old')} EXCEPT SELECT ${columns} FROM ${of(table, 'fresh')}))`
    const params = { ...versions, source }
    await host.command(
      `INSERT INTO {local}.ip_dirty (ip) SELECT DISTINCT c.ip FROM
  (SELECT ip, length, IPv6CIDRToRange(ip, length).1 AS start FROM
    (SELECT DISTINCT ip, arrayJoin((SELECT groupUniqArray(length) FROM {local}.actor_ranges)) AS length FROM {local}.ips)) AS c
  INNER JOIN ${rows('actor_ranges', 'start, length, toString(actor) AS actor')} AS g ON g.start = c.start AND g.length = c.length`,
      params,
    )
    await host.command(
      `INSERT INTO {local}.ip_dirty (ip)
WITH (SELECT (groupUniqArrayArray(names), groupUniqArrayArray(agents))
  FROM ${rows('actors', 'slug, name, category, names, agents, all_ranges, all_names')}) AS changed
SELECT DISTINCT ip FROM {local}.ips
WHERE arrayExists(n -> endsWith(rdns, n), changed.1)
  OR arrayExists(u -> arrayExists(a -> positionCaseInsensitive(u, a) > 0, changed.2), http_useragent)`,
      params,
    )
  }
