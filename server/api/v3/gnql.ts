import { createRoute, z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import { ipRecord } from '#model/wire/ip-record.ts'
import { searchIps } from '#services/ip/search.ts'
import { statsOf } from '#services/ip/stats.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { looseBoolean } from '../params.ts'
import { refusals } from '../refusals.ts'
import { excluder } from '../present/exclude.ts'
import { presentIpRecord, presentQuick } from '../present/ip-record.ts'
import { presentStats } from '../present/stats.ts'

const query = z.string().min(1).max(16_384).openapi({ example: 'classification:malicious last_seen:1d' })

const pages = z.object({
  query,
  size: z.coerce.number().int().min(1).max(10_000).default(10_000),
  scroll: z.string().max(1024).optional(),
  quick: looseBoolean.optional(),
  exclude: z.string().max(2000).optional(),
  format: z.enum(['json', 'csv']).default('json'),
})

const page = z
  .object({
    data: z.array(z.union([ipRecord, z.record(z.string(), z.unknown())])),
    request_metadata: z.object({
      complete: z.boolean(),
      scroll: z.string(),
      query: z.string(),
      adjusted_query: z.string(),
      count: z.number(),
      message: z.string(),
      restricted_fields: z.array(z.string()),
      uncertain_addresses: z
        .number()
        .openapi({ description: 'Addresses whose cut lists the query looks at; the answer may miss them.' }),
    }),
  })
  .openapi('GnqlPage')

const answers = {
  200: { description: 'A page', content: { 'application/json': { schema: page } } },
  ...refusals('invalid-query', 'invalid-input', 'invalid-cursor', 'unauthorized', 'busy'),
}
const gnql = createRoute({
  method: 'get',
  path: '/v3/gnql',
  summary: 'Addresses that match a GNQL query',
  request: { query: pages },
  responses: answers,
})
const stats = createRoute({
  method: 'get',
  path: '/v3/gnql/stats',
  summary: 'Counts over all addresses that match',
  request: { query: z.object({ query, count: z.coerce.number().int().min(1).max(10_000).default(1000) }) },
  responses: {
    200: {
      description: 'Counts',
      content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } },
    },
    ...refusals('invalid-query', 'invalid-input', 'unauthorized', 'busy'),
  },
})

export function gnqlRoutes(app: App, { house }: AppParts): void {
  app.openapi(gnql, async (c) => {
    const asked = c.req.valid('query')
    if (asked.format === 'csv')
      throw refuse('invalid-input', 'format: csv is not offered here yet; ask for json')
    const exclude = excluder(asked.exclude?.split(',') ?? [])
    const found = await searchIps(
      { ...house, scope: c.var.scope },
      {
        query: asked.query,
        size: asked.size,
        ...(asked.scroll && { scrollToken: asked.scroll }),
      },
    )
    const data = found.documents.map((document) =>
      asked.quick ? presentQuick(document.ip, document) : exclude(presentIpRecord(document, house.tags)),
    )
    return c.json(
      {
        data,
        request_metadata: {
          complete: found.nextToken === null,
          scroll: found.nextToken ?? '',
          query: asked.query,
          adjusted_query: found.adjustedQuery,
          count: found.total,
          message: '',
          restricted_fields: [],
          uncertain_addresses: found.uncertain,
        },
      },
      200,
    )
  })
  app.openapi(stats, async (c) => {
    const asked = c.req.valid('query')
    const counted = await statsOf(
      { ...house, scope: c.var.scope },
      { query: asked.query, count: asked.count },
    )
    return c.json(presentStats(asked.query, counted, house.tags), 200)
  })
}
