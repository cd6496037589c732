import type { Column, Predicate } from '#gnql/predicate.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { fromHex } from '#store/analytics/address.ts'
import { countDocuments } from '#store/analytics/ips/count.ts'
import { pageDocuments } from '#store/analytics/ips/page.ts'
import { summarize, type Summary } from '#store/analytics/ips/summarize.ts'
import type { Ctx } from '../context.ts'

/**
 * Matches of a predicate from the index in memory, which answers most questions without the engine; from the engine,
 * with the same answer, whenever the index cannot say.
 */

type Asker = Pick<Ctx, 'analytics' | 'resident'>

export interface PageWanted {
  /** Last address of the page before. */
  after?: string | undefined
  /** Documents, at least 1. */
  size: number
}

export interface MatchesPage {
  documents: IpDocument[]
  /** Where the next page goes on; null at the end. */
  next: string | null
}

/** What a query page counts, and its documents. */
export async function summaryAndPage(
  { analytics, resident }: Asker,
  predicate: Predicate,
  wanted: { columns: readonly Column[]; top: number } & PageWanted,
): Promise<Summary & MatchesPage> {
  const { columns, top, after, size } = wanted
  const names = columns.map(({ name }) => name)
  const known = await resident.ask(predicate, { columns: names, top, after, size: size + 1 })
  if (known) {
    const { addresses, documents, ...summary } = known
    return { ...summary, ...pageOf(addresses, documents, size) }
  }
  const [summary, page] = await Promise.all([
    summarize(analytics, predicate, { columns, top }),
    pageFromEngine({ analytics }, predicate, wanted),
  ])
  return { ...summary, ...page }
}

/** How many match, and a page of their documents. */
export async function totalAndPage(
  { analytics, resident }: Asker,
  predicate: Predicate,
  wanted: PageWanted,
): Promise<{ total: number } & MatchesPage> {
  const { after, size } = wanted
  const known = await resident.ask(predicate, { columns: [], top: 0, after, size: size + 1 })
  if (known) return { total: known.total, ...pageOf(known.addresses, known.documents, size) }
  const [total, page] = await Promise.all([
    countDocuments(analytics, predicate),
    pageFromEngine({ analytics }, predicate, wanted),
  ])
  return { total, ...page }
}

export async function totalOf({ analytics, resident }: Asker, predicate: Predicate): Promise<number> {
  const known = await resident.ask(predicate, { columns: [], top: 0, size: 0 })
  return known ? known.total : countDocuments(analytics, predicate)
}

export async function summaryOf(
  { analytics, resident }: Asker,
  predicate: Predicate,
  wanted: { columns: readonly Column[]; top: number },
): Promise<Summary> {
  const columns = wanted.columns.map(({ name }) => name)
  const known = await resident.ask(predicate, { columns, top: wanted.top, size: 0 })
  return known ?? summarize(analytics, predicate, wanted)
}

type Store = Pick<Ctx, 'analytics'>

function pageOf(addresses: readonly string[], documents: readonly IpDocument[], size: number): MatchesPage {
  const last = addresses[size - 1]
  return {
    documents: documents.slice(0, size),
    next: addresses.length > size && last !== undefined ? fromHex(last) : null,
  }
}

async function pageFromEngine(
  { analytics }: Store,
  predicate: Predicate,
  { after, size }: PageWanted,
): Promise<MatchesPage> {
  const found = await pageDocuments(analytics, predicate, { afterIp: after, size: size + 1 })
  const documents = found.slice(0, size)
  return { documents, next: found.length > size ? (documents.at(-1)?.ip ?? null) : null }
}
