import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import type { IpOrder } from '#model/ip-order.ts'
import type { Relaxed } from '#model/query.ts'

import { fromHex } from '#store/analytics/address.ts'
import type { RecordPage } from '#store/analytics/ips/page.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import type { AskedQuery } from '../work/asked-query.ts'
import { totalAndPage } from './search-backend.ts'
import { relaxedBy } from './zero-results.ts'
import { makeScrollToken, readScrollToken } from './scroll-token.ts'
import { affordably } from './too-costly.ts'
import { analyzedOrRefused } from './analyze-query.ts'

export interface SearchIps {
  query: string
  /** Rows of a page, 1 to 10,000. */
  size: number
  scrollToken?: string
  /** By address unless it is said. */
  order?: IpOrder | undefined
  /** Of an empty answer also say which condition excludes most. */
  explained?: boolean
}

export interface FoundIps {
  /** The page as it is stored; fewer rows than were asked for when they are large. */
  page: RecordPage
  /** What the rows are explained by: the query with its times fixed, and how many conditions it has. */
  asked: AskedQuery & { conditions: number }
  /** All that match, not only this page. */
  total: number
  adjustedQuery: string
  /** How something was read that may have been meant otherwise. */
  hints: QueryDiagnostic[]
  /** Of an empty answer, when it was asked for: the conditions that exclude something, the strongest first. */
  relaxed: Relaxed[] | null
  /** Addresses whose cut lists the query looks at: the answer may miss them. */
  uncertain: number
  /** Where the next page begins when this one ends after its first `rows` rows; null at the end. */
  tokenAfter: (rows: number) => string | null
}

/**
 * One page of the addresses that match. In address order one that matches throughout a walk comes exactly once; in another, one that
 * changes meanwhile may move to where the walk has been.
 * @throws Refusal 'invalid-query' and 'too-costly' with the place, 'invalid-cursor'
 */
export const searchIps = verb(
  ['feature-search-ips'],
  async (ctx: Ctx, { query, size, scrollToken, order = 'ip', explained }: SearchIps): Promise<FoundIps> => {
    const position =
      scrollToken === undefined
        ? undefined
        : readScrollToken(scrollToken, { query, order }, ctx.clock(), ctx.secret)
    const startedAt = position?.startedAt ?? ctx.clock()
    const understood = await analyzedOrRefused(query, ctx, startedAt)
    const { predicate, adjustedQuery, diagnostics: hints, conditions, asked } = understood
    const wanted = { order, after: position?.after, size }
    const found = await affordably(understood, () => totalAndPage(ctx, predicate, wanted))
    const { total, uncertain, ...page } = found
    const relaxed = !explained ? null : total === 0 ? await relaxedBy(ctx, asked) : []
    return {
      page,
      asked: { ...asked, conditions },
      total,
      adjustedQuery,
      hints,
      relaxed,
      uncertain,
      tokenAfter(rows) {
        const last = page.addresses[rows - 1]
        const isEnd = rows === page.addresses.length && !page.more
        if (isEnd || last === undefined) return null
        const key = page.keys[rows - 1] ?? 0
        return makeScrollToken(query, { startedAt, order, after: { ip: fromHex(last), key } }, ctx.secret)
      },
    }
  },
  // Further pages belong to the search before.
  { is: ({ scrollToken }) => scrollToken === undefined },
)
