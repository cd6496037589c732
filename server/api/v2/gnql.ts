import { createRoute, z } from '@hono/zod-openapi'
import { ipRecordV2 } from '../wire/ip-record-v2.ts'
import { ctxFor } from '#services/context.ts'
import { searchIps } from '#services/ip/search.ts'
import type { App, AppDeps } from '../../http/parts.ts'
import { pageResponse, presentPage } from '../present/page.ts'
import { publicRefusals } from '../refusals.ts'
import { query, statsAt } from '../v3/gnql-stats.ts'
import { integerOr } from '../params.ts'

const page = z
  .object({
    complete: z.boolean(),
    count: z.number(),
    data: z.array(ipRecordV2),
    message: z.enum(['ok', 'no results']),
    query: z.string(),
    adjusted_query: z.string(),
    scroll: z.string().optional().openapi({
      description: 'Absent on the last page: a client that sends an empty one back starts anew.',
    }),
  })
  .openapi('GnqlPageV2')

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
    200: { description: 'A page', content: { 'application/json': { schema: page } } },
    ...publicRefusals(
      'invalid-query',
      'too-costly',
      'invalid-input',
      'invalid-cursor',
      'unauthorized',
      'busy',
    ),
  },
})

export function gnqlV2Routes(app: App, parts: AppDeps): void {
  const { deps } = parts
  app.openapi(gnql, async (c) => {
    const { query: text, size, scroll } = c.req.valid('query')
    const found = await searchIps(ctxFor(deps, c.var), {
      query: text,
      size,
      ...(scroll && { scrollToken: scroll }),
    })
    const written = await presentPage(c, parts, found.page, { shape: 'v2' })
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
  statsAt(app, parts, '/v2/experimental/gnql/stats')
}
