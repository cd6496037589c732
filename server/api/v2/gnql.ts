import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { searchIps } from '#services/ip/search.ts'
import { statsOf } from '#services/ip/stats.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { pageResponse, presentPage } from '../present/page.ts'
import { publicRefusals } from '../refusals.ts'
import { presentStats } from '../present/stats.ts'
import { gnqlPageV2, query, statsAnswer, statsQuery } from '../wire/gnql.ts'
import { integerOr } from '../params.ts'

const gnql = createRoute({
  method: 'get',
  path: '/v2/experimental/gnql',
  summary: 'Addresses that match a GNQL query, as flat records for older clients',
  request: {
    query: z.object({
      query,
      size: integerOr(10_000, 1, 10_000),
      scroll: z.string().max(1024).optional(),
    }),
  },
  responses: {
    200: { description: 'A page', content: { 'application/json': { schema: gnqlPageV2 } } },
    ...publicRefusals(
      'invalid-query',
      'too-costly',
      'invalid-input',
      'invalid-cursor',
      'unauthorized',
      'forbidden',
      'busy',
    ),
  },
})

const stats = createRoute({
  method: 'get',
  path: '/v2/experimental/gnql/stats',
  summary: 'Counts over all addresses that match; a list without values is null',
  request: { query: statsQuery },
  responses: {
    200: { description: 'Counts', content: { 'application/json': { schema: statsAnswer } } },
    ...publicRefusals('invalid-query', 'too-costly', 'invalid-input', 'unauthorized', 'forbidden', 'busy'),
  },
})

export function gnqlV2Routes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps
  app.openapi(gnql, async (c) => {
    const { query: text, size, scroll } = c.req.valid('query')
    const found = await searchIps(ctxFor(deps, c.var), {
      query: text,
      size,
      ...(scroll && { scrollToken: scroll }),
    })
    const written = await presentPage(c, appDeps, found.page, { shape: 'v2' })
    const next = found.tokenAfter(written.rows)
    return pageResponse(written, {
      before: { complete: next === null, count: found.total },
      after: {
        // Older clients take any other text for a failure, and look at the data only after "ok".
        message: found.total === 0 ? 'no results' : 'ok',
        query: text,
        adjusted_query: found.adjustedQuery,
        ...(next !== null && { scroll: next }),
      },
    }) as never
  })
  app.openapi(stats, async (c) => {
    const asked = c.req.valid('query')
    const counted = await statsOf(ctxFor(deps, c.var), asked)
    return c.json(presentStats(asked.query, counted, deps.tags), 200)
  })
}
