import type { Column, Predicate } from '#gnql/predicate.ts'
import { budget } from '#model/budget.ts'
import type { IpOrder, OrderPlace } from '#model/ip-order.ts'
import { countDocuments } from '#store/analytics/ips/count.ts'
import { pageRecords, type RecordPage } from '#store/analytics/ips/page.ts'
import { summarize, type Summary } from '#store/analytics/ips/summarize.ts'
import type { ValueCount } from '#store/analytics/ips/value-count.ts'
import type { Ctx } from '../context.ts'
import { listsOf } from './truncated-lists.ts'

/**
 * Matches of a predicate from the index in memory, which answers most questions without the engine; from the engine,
 * with the same answer, whenever the index cannot say. All throw PredicateTooCostly when the engine would have to, and it
 * would cost too much (too-costly.ts).
 */

type Caller = Pick<Ctx, 'analytics' | 'memoryIndex'>
type CallerOfPages = Pick<Ctx, 'analytics' | 'memoryIndex' | 'cutLists'>

/** How many addresses the answer may judge wrongly (truncated-lists.ts). */
interface Uncertain {
  uncertain: number
}

export interface PageWanted {
  /** By address unless it is said. */
  order?: IpOrder | undefined
  /** Where the page before ended. */
  after?: OrderPlace | undefined
  /** Documents, at least 1; fewer come when their records are large. */
  size: number
}

/** What a query page counts, and its documents. */
export async function summaryAndPage(
  { analytics, memoryIndex, cutLists }: CallerOfPages,
  predicate: Predicate,
  wanted: { columns: readonly Column[]; top: number } & PageWanted,
): Promise<Summary & RecordPage & Uncertain> {
  const { columns, top, order = 'ip', after, size } = wanted
  const names = columns.map(({ name }) => name)
  const lists = listsOf(predicate)
  const known = await memoryIndex.search(predicate, { columns: names, top, lists, order, after, size })
  if (known) return { ...known, uncertain: known.truncated }
  const [summary, page, uncertain] = await Promise.all([
    summarize(analytics, predicate, { columns, top }),
    pageFromEngine({ analytics }, predicate, wanted),
    cutLists(lists),
  ])
  return { ...summary, ...page, uncertain }
}

/** How many match, and a page of their documents. */
export async function totalAndPage(
  { analytics, memoryIndex, cutLists }: CallerOfPages,
  predicate: Predicate,
  wanted: PageWanted,
): Promise<{ total: number } & RecordPage & Uncertain> {
  const { order = 'ip', after, size } = wanted
  const lists = listsOf(predicate)
  const known = await memoryIndex.search(predicate, { columns: [], top: 0, lists, order, after, size })
  if (known) return { ...known, uncertain: known.truncated }
  const [total, page, uncertain] = await Promise.all([
    countDocuments(analytics, predicate),
    pageFromEngine({ analytics }, predicate, wanted),
    cutLists(lists),
  ])
  return { total, ...page, uncertain }
}

export async function totalOf({ analytics, memoryIndex }: Caller, predicate: Predicate): Promise<number> {
  const known = await memoryIndex.search(predicate, { columns: [], top: 0, size: 0 })
  return known ? known.total : countDocuments(analytics, predicate)
}

export async function summaryOf(
  { analytics, memoryIndex }: Caller,
  predicate: Predicate,
  wanted: { columns: readonly Column[]; top: number },
): Promise<Summary> {
  const columns = wanted.columns.map(({ name }) => name)
  const known = await memoryIndex.search(predicate, { columns, top: wanted.top, size: 0 })
  return known ?? summarize(analytics, predicate, wanted)
}

/** The most frequent values of one column. */
export async function valuesOf(
  { analytics, memoryIndex }: Caller,
  predicate: Predicate,
  { column, top }: { column: Column; top: number },
): Promise<ValueCount[]> {
  const wanted = { columns: [column.name], top, histogram: false, size: 0 }
  const known = await memoryIndex.search(predicate, wanted)
  const { facets } = known ?? (await summarize(analytics, predicate, { columns: [column], top }))
  return facets[0] ?? []
}

const pageFromEngine = (
  { analytics }: Pick<Ctx, 'analytics'>,
  predicate: Predicate,
  { order, after, size }: PageWanted,
): Promise<RecordPage> => pageRecords(analytics, predicate, { order, after, size, bytes: budget.answerBytes })
