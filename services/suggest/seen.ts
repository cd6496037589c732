import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { term } from '#gnql/term.ts'
import {
  type CountedList,
  frequentNetworks,
  frequentValues,
  type NetworkCount,
} from '#store/analytics/ips/frequent-values.ts'
import { summarize } from '#store/analytics/ips/summarize.ts'
import type { ValueCount } from '#store/analytics/ips/value-count.ts'
import type { Reads } from '#store/analytics/read-only.ts'
import type { Ctx } from '../context.ts'
import { type Known, openRanked, type Ranked } from './ranked.ts'

/** What the documents show, ready to be found. */
export interface Seen {
  /** Addresses that carry a tag, by slug. */
  tags: ReadonlyMap<string, number>
  cves: ReadonlyMap<string, number>
  actors: ReadonlyMap<string, number>
  networks: Ranked
  organizations: Ranked
  paths: Ranked
  fingerprints: Ranked
}

const maxNames = 10_000
const maxNetworks = 20_000
/** Of each list. */
const maxValues = 5000

/** Made when documents have changed, not when somebody types. */
export const seenThings = ({ reports }: Pick<Ctx, 'reports'>): Promise<Seen> =>
  reports.get({ name: 'what suggestions find', input: null, read: readSeen, isLarge: true })

async function readSeen(reads: Reads): Promise<Seen> {
  const columns = ['tags', 'cve', 'actor'].flatMap((name) => fieldOf(registries.ip, name).columns.slice(0, 1))
  const { facets } = await summarize(reads, { kind: 'all' }, { columns, top: maxNames })
  const [tags = [], cves = [], actors = []] = facets
  const networks = await frequentNetworks(reads, maxNetworks)
  const lists: Record<CountedList, Known[]> = { path: [], ja3: [], ja4: [], hassh: [] }
  for (const name of Object.keys(lists) as CountedList[])
    lists[name] = (await frequentValues(reads, name, maxValues)).map((found) => valueOf(name, found))
  const byCount = (a: Known, b: Known): number => (b.count ?? 0) - (a.count ?? 0)
  const fingerprints = [...lists.ja3, ...lists.ja4, ...lists.hassh].sort(byCount)
  return {
    tags: countsOf(tags),
    cves: countsOf(cves),
    actors: countsOf(actors.filter(({ value }) => value !== 'unknown')),
    networks: openRanked('network', networksIn(networks)),
    organizations: openRanked('organization', organizationsIn(networks)),
    paths: openRanked('path', lists.path),
    fingerprints: openRanked('fingerprint', fingerprints),
  }
}

const countsOf = (values: readonly ValueCount[]): Map<string, number> =>
  new Map(values.map(({ value, count }) => [value, count]))

const titles: Record<CountedList, string> = { path: '', ja3: 'JA3', ja4: 'JA4', hassh: 'HASSH' }

const valueOf = (field: CountedList, { value, count }: ValueCount): Known => ({
  label: value,
  detail: titles[field],
  also: titles[field],
  count,
  page: 'query',
  value: term(field, value),
})

/** Each network once, with the organization that most of its addresses name. */
const networksIn = (pairs: readonly NetworkCount[]): Known[] =>
  summed(pairs, ({ asn }) => asn).map(({ name, of, count }) => ({
    label: name,
    detail: of.organization,
    // "15169" as well as "AS15169".
    also: `${name.replace(/^AS/, '')} ${of.organization}`,
    count,
    page: 'query',
    value: term('asn', name),
  }))

const organizationsIn = (pairs: readonly NetworkCount[]): Known[] =>
  summed(pairs, ({ organization }) => organization).map(({ name, of, count }) => ({
    label: name,
    detail: of.asn,
    also: '',
    count,
    page: 'query',
    value: term('organization', name),
  }))

/** One of each name, with the first pair that has it, most addresses first. */
function summed(
  pairs: readonly NetworkCount[],
  nameOf: (pair: NetworkCount) => string,
): { name: string; of: NetworkCount; count: number }[] {
  const groups = new Map<string, { name: string; of: NetworkCount; count: number }>()
  for (const pair of pairs) {
    const name = nameOf(pair)
    const known = groups.get(name)
    if (known) known.count += pair.count
    else if (name !== '') groups.set(name, { name, of: pair, count: pair.count })
  }
  return [...groups.values()].sort((a, b) => b.count - a.count)
}
