import type { Predicate } from '#gnql/predicate.ts'
import { term } from '#gnql/term.ts'
import { fold } from '#gnql/values/fold.ts'
import { readAddress } from '#model/address.ts'
import { type Analysis, type AnalysisPart, type IgnoredText } from '#model/analysis.ts'
import { lackingGroups, withholding } from '#model/ip-document/groups.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Classification } from '#model/tag.ts'
import type { AnalysisResult } from '#pipeline/analysis/result-file.ts'
import { documentsOf } from '#store/analytics/ips/texts.ts'
import type { StoredAnalysis } from '#store/app/analyses.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { facetColumn } from '../ip/facet-field.ts'
import { type SearchIps, searchIps } from '../ip/search.ts'
import { queryIps, type QueryIps, type QueryReport } from '../ip/query-report.ts'
import { summaryOf } from '../ip/search-backend.ts'
import { shown } from './find.ts'
import { kinds } from './kinds.ts'
import { type Listed, listedOf, placeIn, servicesIn } from './listed.ts'
import { withinList } from './within-list.ts'

export interface IpAnalysisReport {
  analysis: Analysis
  /** Unique addresses; each is in one of the parts besides `all`. While the list is read, of those read so far. */
  counts: Record<AnalysisPart, number>
  /** The first of what was not taken; all are counted in the totals. */
  ignored: IgnoredText[]
  /** What a query calls the list; "" while there is none to ask for. */
  term: string
}

/** How a list of addresses compares with what is known at this moment. @throws Refusal 'not-found' */
export const ipAnalysis = verb(
  ['workspace', kinds.ips.needs],
  async (ctx: Ctx, { id }: { id: string }): Promise<IpAnalysisReport> => {
    const listed = await listedOf(ctx, { id, kind: 'ips' })
    return {
      analysis: shown(ctx, listed.stored),
      counts: await countsOf(ctx, listed),
      ignored: listed.result?.ignored ?? [],
      term: listed.result ? await termOf(ctx, listed.stored) : '',
    }
  },
)

/** By its name where that is this list's alone, or of all with the name it was sent last. */
async function termOf({ lists }: Ctx, { id, name, result }: StoredAnalysis): Promise<string> {
  const { named } = await lists.named([name])
  const called = named.get(fold(name))
  const isThis = called !== undefined && 'addresses' in called && called.addresses.id === result
  return term('list', isThis ? name : id)
}

const nothing: Record<AnalysisPart, number> = {
  all: 0,
  malicious: 0,
  suspicious: 0,
  benign: 0,
  unknown: 0,
  'business-services': 0,
  'not-observed': 0,
}

async function countsOf(ctx: Ctx, { list }: Listed): Promise<Record<AnalysisPart, number>> {
  const all = list.keys.length / 4
  if (all === 0) return nothing
  const services = await servicesIn(ctx, list)
  const classification = facetColumn('classification')
  const everything = { kind: 'all' } as const
  const [{ total, facets }, { total: seenServices }] = await Promise.all([
    summaryOf(withinList(ctx, list), everything, { columns: [classification], top: 8 }),
    summaryOf(withinList(ctx, services), everything, { columns: [], top: 1 }),
  ])
  const classes = new Map(facets[0]?.map(({ value, count }) => [value as Classification, count]))
  const of = (name: Classification): number => classes.get(name) ?? 0
  const unseenServices = services.keys.length / 4 - seenServices
  return {
    all,
    malicious: of('malicious'),
    suspicious: of('suspicious'),
    benign: of('benign'),
    unknown: of('unknown'),
    'business-services': unseenServices,
    'not-observed': all - total - unseenServices,
  }
}

/** A page of those that were seen, with facets and chart, as of a query; and where each stood in the list. */
export interface SeenInList {
  report: QueryReport
  /** By address; empty while the list is read. */
  places: Record<string, { times: number; line: number }>
}

/** @param part the class they are to have; without it of any @throws Refusal 'not-found', 'invalid-cursor' */
export const seenInList = verb(
  ['workspace', kinds.ips.needs, 'feature-search-ips'],
  async (
    ctx: Ctx,
    { id, part, ...page }: QueryIps & { id: string; part?: Classification },
  ): Promise<SeenInList> => {
    const { list, result } = await listedOf(ctx, { id, kind: 'ips' })
    const own = withinList(ctx, list, part && ofClass(part))
    // Looking at a list is no search of its own: making it was.
    const report = await queryIps(Object.assign(own, { searches: undefined }), page)
    return { report, places: placesOf(report.rows, result) }
  },
)

/** A page as programs take it: without what a page of the product counts beside its rows. */
export interface RowsInList extends Pick<SeenInList, 'places'> {
  /** All that match, not only this page. */
  total: number
  rows: IpDocument[]
  /** Token of the next page, null at the end. */
  nextToken: string | null
}

/** @throws Refusal 'not-found', 'invalid-query', 'too-costly', 'invalid-cursor'; 'forbidden' for fields that the plan lacks */
export const rowsInList = verb(
  ['workspace', kinds.ips.needs, 'feature-search-ips'],
  async (ctx: Ctx, { id, ...page }: SearchIps & { id: string }): Promise<RowsInList> => {
    const { list, result } = await listedOf(ctx, { id, kind: 'ips' })
    const own = Object.assign(withinList(ctx, list), { searches: undefined })
    const { total, page: found, tokenAfter } = await searchIps(own, page)
    const rows = documentsOf(found.records).map(withholding(lackingGroups(ctx.scope.plan)))
    return { total, rows, nextToken: tokenAfter(rows.length), places: placesOf(rows, result) }
  },
)

function placesOf(rows: readonly IpDocument[], result: AnalysisResult | null): SeenInList['places'] {
  const places = rows.flatMap(({ ip }) => {
    const address = readAddress(ip)
    const place = result && address && placeIn(result, Uint32Array.from(address))
    return place ? [[ip, place] as const] : []
  })
  return Object.fromEntries(places)
}

const ofClass = (value: Classification): Predicate => ({
  kind: 'test',
  column: facetColumn('classification'),
  test: { op: 'equals', value },
})
