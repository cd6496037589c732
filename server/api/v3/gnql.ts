import { createRoute, z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import { ctxFor } from '#services/context.ts'
import { searchIps } from '#services/ip/search.ts'
import { statsOf } from '#services/ip/stats.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { integer, looseBoolean } from '../params.ts'
import { exportContent, exportHeaders } from '../wire/export.ts'
import { exportResponse } from '../export/respond.ts'
import { publicRefusals } from '../refusals.ts'
import { pageResponse, presentPage } from '../present/page.ts'
import { inPart, restrictedOf, statusOf } from '../present/restricted.ts'
import { selection } from '../present/select.ts'
import { presentStats } from '../present/stats.ts'
import { gnqlPage, query, statsAnswer, statsQuery } from '../wire/gnql.ts'

const pages = z.object({
  query,
  size: integer(1, 10_000).optional().openapi({ default: 10_000 }),
  scroll: z.string().max(1024).optional(),
  quick: looseBoolean.optional(),
  exclude: z.string().max(2000).optional(),
  format: z.enum(['json', 'csv']).default('json').openapi({
    description:
      'csv: a file of all that matches, or with `size` of the first so many in order of address; see /api/ip/query.',
  }),
})

/** `always` is left out whatever was asked for. */
const calls = [
  { path: '/v3/gnql', summary: 'Addresses that match a GNQL query', always: '' },
  { path: '/v3/gnql/metadata', summary: 'The same without raw_data', always: 'raw_data' },
] as const

const stats = createRoute({
  method: 'get',
  path: '/v3/gnql/stats',
  summary: 'Counts over all addresses that match; a list without values is null',
  request: { query: statsQuery },
  responses: {
    200: { description: 'Counts', content: { 'application/json': { schema: statsAnswer } } },
    ...publicRefusals('invalid-query', 'too-costly', 'invalid-input', 'unauthorized', 'forbidden', 'busy'),
  },
})

export function gnqlRoutes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps
  for (const { path, summary, always } of calls) {
    const route = createRoute({
      method: 'get',
      path,
      summary,
      request: { query: pages },
      responses: {
        200: {
          description: 'A page; a file for csv',
          headers: exportHeaders,
          content: { 'application/json': { schema: gnqlPage }, 'text/csv': exportContent['text/csv'] },
        },
        ...inPart({ 'application/json': { schema: gnqlPage } }),
        ...publicRefusals(
          'invalid-query',
          'too-costly',
          'invalid-input',
          'invalid-cursor',
          'unauthorized',
          'forbidden',
          'too-large',
          'busy',
        ),
      },
    })
    app.openapi(route, async (c) => {
      const asked = c.req.valid('query')
      const exclude = `${always},${asked.exclude ?? ''}`
      const shown = selection({ exclude })
      if (asked.format === 'csv') {
        if (asked.scroll || asked.quick)
          throw refuse('invalid-input', 'format: csv answers with one file, without scroll and quick')
        return (await exportResponse(c, appDeps, {
          query: asked.query,
          format: 'csv',
          tags: deps.tags,
          shown,
          first: asked.size,
        })) as never
      }
      const found = await searchIps(ctxFor(deps, c.var), {
        query: asked.query,
        size: asked.size ?? 10_000,
        ...(asked.scroll && { scrollToken: asked.scroll }),
      })
      const written = await presentPage(c, appDeps, found.page, {
        shape: asked.quick ? 'quick' : 'v3',
        exclude,
      })
      const next = found.tokenAfter(written.rows)
      const restricted_fields = asked.quick ? [] : restrictedOf(c.var.scope)
      const request_metadata = {
        complete: next === null,
        scroll: next ?? '',
        query: asked.query,
        adjusted_query: found.adjustedQuery,
        count: found.total,
        message: '',
        restricted_fields,
        uncertain_addresses: found.uncertain,
        hints: found.hints,
      }
      return pageResponse(written, {
        after: { request_metadata },
        status: statusOf(restricted_fields),
      }) as never
    })
  }
  app.openapi(stats, async (c) => {
    const asked = c.req.valid('query')
    const counted = await statsOf(ctxFor(deps, c.var), asked)
    return c.json(presentStats(asked.query, counted, deps.tags), 200)
  })
}
