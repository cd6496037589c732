import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import type { Tag } from '#model/tag.ts'
import { canonicalCve } from '#model/cve.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { knownCves } from '../suggest/cves.ts'
import { type Seen, seenThings } from '../suggest/seen.ts'
import type { Ranked } from '../suggest/ranked.ts'
import { wordsOf } from '../suggest/words.ts'
import { sourcesOfCves, tagsForEach } from './known.ts'
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
    const [known, tried, statuses] = await Promise.all([knownCves(ctx), triedCves(ctx), sourcesOfCves(ctx)])
    const ids = idsOf(search, known, tried)
    const pages = Math.max(1, Math.ceil(ids.length / rowsAPage))
    const page = Math.min(Math.max(1, asked), pages)
    const wanted = ids.slice((page - 1) * rowsAPage, page * rowsAPage)
    return {
      rows: await rowsOf(ctx, wanted, tried),
      total: ids.length,
      isCut: search !== '' && ids.length >= maxFound,
      page,
      pages,
      notImported: notImported(statuses),
    }
  },
)

/** How many addresses try each CVE; null where the plan lacks that. */
export type Tried = Seen['cves'] | null

/** For whatever counts by it and whatever is put in order by it: an order tells which are tried, too. */
export const triedCves = async (ctx: Ctx): Promise<Tried> =>
  withheldColumns(lackingGroups(ctx.scope.plan)).has('cves') ? null : (await seenThings(ctx)).cves

/** Of ids those that anybody knows, in their order. */
export async function rowsOf(ctx: Ctx, ids: readonly string[], tried: Tried): Promise<CveRow[]> {
  const { entries } = await lookUpCves(ctx, ids)
  const tagsOf = tagsForEach(
    ctx,
    entries.map(({ cve }) => cve),
  )
  return entries.map((entry) => {
    const tags = tagsOf.get(entry.cve) ?? []
    return {
      ...entry,
      title: entry.details.name || (tags[0]?.name ?? entry.details.description),
      tags: tags.map(({ slug, name, intention }) => ({ slug, name, intention })),
      addresses: tried && (tried.get(entry.cve) ?? 0),
    }
  })
}

function idsOf(search: string, known: Ranked, tried: Tried): readonly string[] {
  const words = wordsOf(search)
  if (words.length === 0) return tried ? inOrder(known, tried) : known.labels
  // Those beyond the ones kept with their titles are found by their whole id.
  const whole = canonicalCve(search.trim())
  const found = known.find(words, maxFound).map(({ label }) => label)
  const all = whole === null || found.includes(whole) ? found : [whole, ...found]
  return tried ? all.toSorted((a, b) => (tried.get(b) ?? 0) - (tried.get(a) ?? 0)) : all
}

const orders = new WeakMap<NonNullable<Tried>, readonly string[]>()

/** All, by how many addresses try them, then as they are ranked; made once for what stands. */
function inOrder(known: Ranked, tried: NonNullable<Tried>): readonly string[] {
  const made = orders.get(tried)
  if (made) return made
  const first = [...tried].sort(([a, m], [b, n]) => n - m || (a < b ? 1 : -1)).map(([cve]) => cve)
  const all = [...new Set([...first, ...known.labels])]
  orders.set(tried, all)
  return all
}
