import { explain } from '#gnql/explain/explain.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Finding } from '#model/views.ts'
import { countDocuments } from '#store/analytics/ips/count.ts'
import { pageDocuments } from '#store/analytics/ips/page.ts'
import type { Ctx } from '../context.ts'
import { uncertainIn } from './cut-lists.ts'
import { makeScrollToken, readScrollToken } from './scroll-token.ts'
import { understoodOrRefused } from './understand.ts'

export interface SearchIps {
  query: string
  /** Rows of a page, 1 to 10,000. */
  size: number
  scrollToken?: string
  /** Also say which conditions each row met, and on what. */
  explained?: boolean
}

export interface FoundIps {
  documents: IpDocument[]
  /** Parallel to the documents, when it was asked for. */
  why: Finding[][] | null
  /** All that match, not only this page. */
  total: number
  adjustedQuery: string
  /** Addresses whose cut lists the query looks at: the answer may miss them. */
  uncertain: number
  /** null at the end. */
  nextToken: string | null
}

/**
 * One page of the addresses that match, in address order; an address that matches throughout a walk comes exactly once.
 * @throws Refusal 'invalid-query' with the place, 'invalid-cursor'
 */
export async function searchIps(
  ctx: Ctx,
  { query, size, scrollToken, explained }: SearchIps,
): Promise<FoundIps> {
  const position =
    scrollToken === undefined ? undefined : readScrollToken(scrollToken, query, ctx.clock(), ctx.secret)
  const startedAt = position?.startedAt ?? ctx.clock()
  const understood = understoodOrRefused(query, ctx.scope, startedAt)
  const { predicate, adjustedQuery } = understood
  const [total, found, uncertain] = await Promise.all([
    countDocuments(ctx.analytics, predicate),
    pageDocuments(ctx.analytics, predicate, { afterIp: position?.after, size: size + 1 }),
    uncertainIn(ctx, predicate),
  ])
  const documents = found.slice(0, size)
  const last = documents.at(-1)
  const nextToken =
    found.length > size && last ? makeScrollToken(query, { startedAt, after: last.ip }, ctx.secret) : null
  const why = explained ? documents.map((document) => explain(understood, document)) : null
  return { documents, why, total, adjustedQuery, uncertain, nextToken }
}
