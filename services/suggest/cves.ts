import type { Tag } from '#model/tag.ts'
import { type CveTitle, cveTitles } from '#store/analytics/cves/titles.ts'
import type { Ctx } from '../context.ts'
import { sourcesOfCves } from '../cve/known.ts'
import { type Known, openRanked, type Ranked } from './ranked.ts'

/** CVEs with a title that are kept in memory: those that matter most, of some hundred thousand. */
const maxTitles = 50_000

/** CVEs by id, title and product, ready to be found; made anew when a source was imported. */
export async function knownCves(ctx: Pick<Ctx, 'reports' | 'tags' | 'clock'>): Promise<Ranked> {
  const statuses = await sourcesOfCves(ctx)
  const versions = statuses.map(({ source, version }) => [source, version])
  return ctx.reports.get({
    name: 'CVEs that suggestions find',
    input: versions,
    async read(reads) {
      const titles = versions.length === 0 ? [] : await cveTitles(reads, maxTitles)
      return openRanked('cve', cvesOf(titles, [...ctx.tags.values()]))
    },
    isVersioned: true,
    isLarge: true,
  })
}

/** What our own tags detect comes first: those have something to show. */
function cvesOf(titles: readonly CveTitle[], tags: readonly Tag[]): Known[] {
  const byCve = new Map(titles.map((title) => [title.cve, title]))
  const detected = Map.groupBy(
    tags.flatMap((tag) => tag.cves.map((cve) => ({ cve, name: tag.name }))),
    ({ cve }) => cve,
  )
  const unsaid = [...detected.keys()]
    .filter((cve) => !byCve.has(cve))
    .sort()
    .reverse()
  const ours = titles.filter(({ cve }) => detected.has(cve))
  const others = titles.filter(({ cve }) => !detected.has(cve))
  const bare = unsaid.map((cve): CveTitle => ({ cve, title: '', products: [], isExploited: false }))
  return [...ours, ...bare, ...others].map(({ cve, title, products }) => {
    const names = detected.get(cve)?.map(({ name }) => name) ?? []
    const [name = ''] = names
    return {
      label: cve,
      detail: title || name || products[0] || '',
      also: [title, ...products, ...names].join(' '),
      count: null,
      page: 'cve',
      value: cve,
    }
  })
}
