import { explain } from '#gnql/explain/explain.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Finding, QueryDiagnostic, Relaxed } from '#model/views.ts'
import type { Ctx } from '../context.ts'
import { uncertainIn } from './cut-lists.ts'
import { totalAndPage } from './matches.ts'
import { relaxedBy } from './relaxed.ts'
import { makeScrollToken, readScrollToken } from './scroll-token.ts'
import { understoodOrRefused } from './understand.ts'

export interface SearchIps {
  query: string
  /** Rows of a page, 1 to 10,000. */
  size: number
  scrollToken?: string
  /** Also say which conditions each row met, and on what; of an empty answer, which condition excludes most. */
  explained?: boolean
}

export interface FoundIps {
  documents: IpDocument[]
  /** Parallel to the documents, when it was asked for. */
  why: Finding[][] | null
  /** All that match, not only this page. */
  total: number
  adjustedQuery: string
  /** How something was read that may have been meant otherwise. */
  hints: QueryDiagnostic[]
  /** Of an empty answer, when it was asked for: the conditions that exclude something, the strongest first. */
  relaxed: Relaxed[] | null
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
  const understood = understoodOrRefused(query, ctx, startedAt)
  const { predicate, adjustedQuery, diagnostics: hints, tree } = understood
  const [{ total, documents, next }, uncertain] = await Promise.all([
    totalAndPage(ctx, predicate, { after: position?.after, size }),
    uncertainIn(ctx, predicate),
  ])
  const nextToken = next === null ? null : makeScrollToken(query, { startedAt, after: next }, ctx.secret)
  const why = explained ? documents.map((document) => explain(understood, document)) : null
  const relaxed = !explained ? null : total === 0 ? await relaxedBy(ctx, tree, startedAt) : []
  return { documents, why, total, adjustedQuery, hints, relaxed, uncertain, nextToken }
}
