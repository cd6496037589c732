import type { Affected, CveData, Cvss } from '#model/cve.ts'
import { cveSources } from '#sources/cve/all.ts'
import type { SourcedCveData } from '#store/analytics/cves/data.ts'

const order = new Map(cveSources.map(({ name }, at) => [name, at]))
const place = (source: string): number => order.get(source) ?? order.size

/** CVSS 3.1, then 4.0, then 3.0, then 2.0: what most readers compare comes first. */
const versions = ['3.1', '4.0', '3.0', '2.0']
const rank = ({ version, by }: Cvss): number => {
  const at = versions.indexOf(version)
  return (at < 0 ? versions.length : at) * 2 + (by === 'nvd' ? 0 : 1)
}

const one = <T>(values: readonly (T | undefined)[]): T | undefined =>
  values.find((value) => value !== undefined)

const once = <T>(values: readonly T[], key: (value: T) => string): T[] => {
  const found = new Map<string, T>()
  for (const value of values) if (!found.has(key(value))) found.set(key(value), value)
  return [...found.values()]
}

const limits = { references: 200, affected: 200 }

/**
 * One set of facts out of what all sources say: single values by the order of the sources, lists joined. A name that a weakness
 * has in one source stands for it in all. Whether ransomware uses it, KEV alone says.
 */
export function mergeFacts(said: readonly SourcedCveData[]): CveData {
  const all = said.toSorted((a, b) => place(a.source) - place(b.source)).map(({ facts }) => facts)
  const single = <K extends keyof CveData>(key: K): CveData[K] => one(all.map((facts) => facts[key]))
  const joined = <T>(of: (facts: CveData) => T[] | undefined): T[] => all.flatMap((facts) => of(facts) ?? [])
  const weaknesses = joined((facts) => facts.weaknesses).toSorted(
    (a, b) => Number(b.name !== '') - Number(a.name !== ''),
  )
  return {
    ...dropUndefined({
      rejected: single('rejected'),
      name: kevFirst(said, 'name') ?? single('name'),
      description: single('description'),
      vendor: kevFirst(said, 'vendor') ?? single('vendor'),
      product: kevFirst(said, 'product') ?? single('product'),
      published: single('published'),
      modified: single('modified'),
      inNvd: single('inNvd'),
      epss: single('epss'),
      kev: kevFirst(said, 'kev') ?? single('kev'),
      ssvc: single('ssvc'),
      proofs: single('proofs'),
    }),
    cvss: once(
      joined((facts) => facts.cvss).toSorted((a, b) => rank(a) - rank(b)),
      ({ version, vector, score }) => `${version}|${vector}|${score}`,
    ),
    weaknesses: once(weaknesses, ({ id }) => id).toSorted((a, b) =>
      a.id.localeCompare(b.id, 'en', { numeric: true }),
    ),
    affected: once(
      joined((facts) => facts.affected),
      (entry: Affected) => `${entry.vendor}|${entry.product}`.toLowerCase(),
    ).slice(0, limits.affected),
    references: once(
      joined((facts) => facts.references),
      ({ url }) => url,
    ).slice(0, limits.references),
    exploits: joined((facts) => facts.exploits),
    techniques: joined((facts) => facts.techniques),
    actors: once(
      joined((facts) => facts.actors),
      ({ kind, name }) => `${kind}|${name}`,
    ),
  }
}

/** KEV's names are written by people for people; CNAs call products "n/a". */
const kevFirst = <K extends 'name' | 'vendor' | 'product' | 'kev'>(
  said: readonly SourcedCveData[],
  key: K,
): CveData[K] => said.find(({ source }) => source === 'kev')?.facts[key]

const dropUndefined = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, of]) => of !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
