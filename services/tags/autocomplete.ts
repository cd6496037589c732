import { type Names as NameIndex, openNames } from '#gnql/complete/name-index.ts'
import { registries } from '#gnql/registry/registries.ts'
import { fieldOf } from '#gnql/registry/registry.ts'
import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import type { Autocomplete } from '#model/query.ts'
import { summarize } from '#store/analytics/ips/summarize.ts'
import type { Reads } from '#store/analytics/read-only.ts'
import type { Deps } from '../context.ts'
import type { Scope } from '../scope.ts'

const maxNames = 10_000
/** Of each kind, where a text is given. */
const maxFound = 20
const seenFields = ['actor', 'tags', 'cve', 'vpn_service', 'metadata.country'] as const

export interface Names extends Autocomplete {
  /** Those of the catalogue of tags alone, which say nothing of what was seen. */
  catalogueCves: string[]
}

/** Both kinds of what a plan may know, made once of the same names. */
const told = new WeakMap<Names, { seen: Autocomplete; unseen: Autocomplete }>()

const bothOf = ({ catalogueCves, ...seen }: Names) => ({ seen, unseen: { ...seen, cves: catalogueCves } })

/** The names that a plan may know: which CVEs were seen, and how often, is a group of fields. The same object for the same names. */
export function namesFor({ plan }: Scope, names: Names): Autocomplete {
  const both = told.get(names) ?? bothOf(names)
  told.set(names, both)
  return withheldColumns(lackingGroups(plan)).has('cves') ? both.unseen : both.seen
}

/**
 * Names for completion: what the documents hold, the most frequent first, then what the catalogue of tags knows
 * beside it in alphabetical order. Each name once.
 */
export async function autocomplete({
  analytics,
  tags,
}: { analytics: Reads } & Pick<Deps, 'tags'>): Promise<Names> {
  const columns = seenFields.flatMap((name) => fieldOf(registries.ip, name).columns.slice(0, 1))
  const { facets } = await summarize(analytics, { kind: 'all' }, { columns, top: maxNames })
  const seen = facets.map((values) => values.map(({ value }) => value))
  const [actors = [], slugs = [], cves = [], vpnServices = [], countries = []] = seen
  const known = [...tags.values()]
  const others = known.map(({ slug }) => slug).sort()
  const catalogueCves = known
    .flatMap((tag) => tag.cves)
    .sort()
    .reverse()
  return {
    actors: once([
      ...actors.filter((actor) => actor !== 'unknown'),
      ...known.flatMap(({ actor }) => actor ?? []).sort(),
    ]),
    cves: once([...cves, ...catalogueCves]),
    catalogueCves: once(catalogueCves),
    countries: once(countries),
    tags: once([...slugs, ...others]).map((slug) => ({ slug, name: tags.get(slug)?.name ?? slug })),
    vpnServices: once(vpnServices),
  }
}

type Indexes = {
  [Kind in keyof Autocomplete]: NameIndex<Autocomplete[Kind][number]>
}

/** Made once for the same names. */
const indexed = new WeakMap<Autocomplete, Indexes>()

const plain = (names: readonly string[]): NameIndex<string> => openNames(names, (name) => [name])

const indexOf = ({ actors, countries, cves, tags, vpnServices }: Autocomplete): Indexes => ({
  actors: plain(actors),
  countries: plain(countries),
  cves: plain(cves),
  tags: openNames(tags, ({ slug, name }) => [name, slug]),
  vpnServices: plain(vpnServices),
})

/** Those names that hold a text, the nearest first, twenty of each kind at most. */
export function namesHolding(names: Autocomplete, text: string): Autocomplete {
  const indexes = indexed.get(names) ?? indexOf(names)
  indexed.set(names, indexes)
  const { actors, countries, cves, tags, vpnServices } = indexes
  return {
    actors: actors.find(text, maxFound),
    countries: countries.find(text, maxFound),
    cves: cves.find(text, maxFound),
    tags: tags.find(text, maxFound),
    vpnServices: vpnServices.find(text, maxFound),
  }
}

const once = (values: string[]): string[] => [...new Set(values)].slice(0, maxNames)
