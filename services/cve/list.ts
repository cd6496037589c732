import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import type { Tag } from '#model/tag.ts'
import { canonicalCve } from '#model/cve.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { knownCves } from '../suggest/cves.ts'
import { type Seen, seenThings } from '../suggest/seen.ts'
import type { Ranked } from '../suggest/ranked.ts'
import { wordsOf } from '../suggest/words.ts'
import { sourcesOfCves, tagsFor } from './known.ts'
import { type CveEntry, lookUpCves } from './look-up-many.ts'
import { notImported } from './not-imported.ts'

export interface ListCves {
  /** Words of a title, product or tag, or an id. */
  search: string
  /** From 1. */
  page: number
}

export interface CveRow extends CveEntry {
  /** As it is called; where no record is imported, the rule that detects it. */
  title: string
  /** Addresses of the record that try it; null where the plan lacks that. */
  addresses: number | null
  /** Rules of ours that detect it. */
  tags: Pick<Tag, 'slug' | 'name' | 'intention'>[]
}

export interface CveList {
  rows: CveRow[]
  total: number
  /** There are more than are counted. */
  isCut: boolean
  page: number
  pages: number
  /** Kinds of facts that no source tells here: cells that stay empty for that. */
  notImported: string[]
}

/** Specification §2: 25 a page. */
const rowsAPage = 25
/** Of one search. */
const maxFound = 1000

/** One page of the CVEs we know: those that are tried here first, then those our rules detect, then what is known to be exploited. */
export const listCves = verb(
  ['feature-search-cves'],
  async (ctx: Ctx, { search, page: asked }: ListCves): Promise<CveList> => {
    const [known, seen, statuses] = await Promise.all([knownCves(ctx), seenThings(ctx), sourcesOfCves(ctx)])
    const ids = idsOf(search, known, seen)
    const pages = Math.max(1, Math.ceil(ids.length / rowsAPage))
    const page = Math.min(Math.max(1, asked), pages)
    const wanted = ids.slice((page - 1) * rowsAPage, page * rowsAPage)
    return {
      rows: await rowsOf(ctx, wanted, seen),
      total: ids.length,
      isCut: search !== '' && ids.length >= maxFound,
      page,
      pages,
      notImported: notImported(statuses),
    }
  },
)

/** Of ids those that anybody knows, in their order. */
export async function rowsOf(ctx: Ctx, ids: readonly string[], seen: Seen): Promise<CveRow[]> {
  const { entries } = await lookUpCves(ctx, ids)
  const isWithheld = withheldColumns(lackingGroups(ctx.scope.plan)).has('cves')
  return entries.map((entry) => {
    const tags = tagsFor(ctx, entry.cve)
    return {
      ...entry,
      title: entry.details.name || (tags[0]?.name ?? entry.details.description),
      tags: tags.map(({ slug, name, intention }) => ({ slug, name, intention })),
      addresses: isWithheld ? null : (seen.cves.get(entry.cve) ?? 0),
    }
  })
}

function idsOf(search: string, known: Ranked, seen: Seen): readonly string[] {
  const words = wordsOf(search)
  if (words.length === 0) return inOrder(known, seen)
  // Those beyond the ones kept with their titles are found by their whole id.
  const whole = canonicalCve(search.trim())
  const found = known.find(words, maxFound).map(({ label }) => label)
  const all = whole === null || found.includes(whole) ? found : [whole, ...found]
  return all.toSorted((a, b) => (seen.cves.get(b) ?? 0) - (seen.cves.get(a) ?? 0))
}

const orders = new WeakMap<Seen, readonly string[]>()

/** All, by how many addresses try them, then as they are ranked; made once for what stands. */
function inOrder(known: Ranked, seen: Seen): readonly string[] {
  const made = orders.get(seen)
  if (made) return made
  const tried = [...seen.cves].sort(([a, m], [b, n]) => n - m || (a < b ? 1 : -1)).map(([cve]) => cve)
  const all = [...new Set([...tried, ...known.labels])]
  orders.set(seen, all)
  return all
}
