import { createRoute, z } from '@hono/zod-openapi'
import type { ErrorCode } from '#model/errors.ts'
import { snakeKeys } from '#model/wire/case.ts'
import { ipRecord } from '#model/wire/ip-record.ts'
import { lookUpIp } from '#services/ip/look-up.ts'
import { searchIps } from '#services/ip/search.ts'
import { timelineFields, timelineOf } from '#services/ip/timeline.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { refusals } from '../refusals.ts'
import { looseBoolean } from '../params.ts'
import { excluder } from '../present/exclude.ts'
import { noBusinessService, presentIpRecord } from '../present/ip-record.ts'

const address = z.object({ ip: z.string().max(64).openapi({ example: '198.18.0.1' }) })
const json = (schema: z.ZodType, description: string, ...unlike: ErrorCode[]) => ({
  200: { description, content: { 'application/json': { schema } } },
  ...refusals('invalid-input', 'unauthorized', 'busy', ...unlike),
})

const finding = z.object({
  span: z.object({ start: z.number(), end: z.number() }).nullable(),
  words: z.string(),
  excludes: z.boolean(),
  matched: z.boolean(),
  values: z.array(z.object({ field: z.string(), values: z.array(z.string()) })),
})

const query = createRoute({
  method: 'get',
  path: '/api/ip/query',
  summary: 'Addresses that match a GNQL query, ordered by address',
  request: {
    query: z.object({
      query: z.string().min(1).max(16_384),
      scroll_token: z.string().max(1024).optional(),
      size: z.coerce.number().int().min(1).max(10_000).default(50),
      exclude: z.string().max(2000).optional(),
      explain: looseBoolean.optional().openapi({
        description:
          'Adds `explanation` to each row: which conditions of the query it meets, and on what values.',
      }),
    }),
  },
  responses: json(
    z.object({
      data: z.array(ipRecord.extend({ explanation: z.array(finding).optional() })),
      request_metadata: z.object({
        query: z.string(),
        adjusted_query: z.string(),
        count: z.number(),
        complete: z.boolean(),
        scroll_token: z.string(),
        message: z.string(),
        restricted_fields: z.array(z.string()),
        uncertain_addresses: z.number().openapi({
          description: 'Addresses whose cut lists the query looks at; the answer may miss them.',
        }),
      }),
    }),
    'One page and the token of the next',
    'invalid-query',
    'invalid-cursor',
  ),
})

const lookUp = createRoute({
  method: 'get',
  path: '/api/ip/{ip}',
  summary: 'All that is known about one address, with the reasons of its verdict',
  request: { params: address },
  responses: json(
    z.record(z.string(), z.unknown()),
    'The record; found is false for addresses without sessions',
    'invalid-address',
  ),
})

const timeline = createRoute({
  method: 'get',
  path: '/api/ip/{ip}/timeline',
  summary: 'What one address did over time',
  request: {
    params: address,
    query: z.object({
      days: z.coerce.number().int().min(1).max(90).default(1),
      field: z.enum(timelineFields).default('classification'),
      granularity: z
        .string()
        .regex(/^(?:(?:[1-9]|1\d|2[0-4])h|(?:[1-9]|[1-8]\d|90)d)$/, 'expected 1h to 24h or 1d to 90d')
        .default('1d'),
    }),
  },
  responses: json(
    z.object({
      metadata: z.record(z.string(), z.unknown()),
      results: z.array(z.record(z.string(), z.unknown())),
    }),
    'Buckets, newest first',
    'invalid-address',
  ),
})

export function ipRoutes(app: App, { house }: AppParts): void {
  app.openapi(query, async (c) => {
    const asked = c.req.valid('query')
    const exclude = excluder(asked.exclude?.split(',') ?? [])
    const page = await searchIps(
      { ...house, scope: c.var.scope },
      {
        query: asked.query,
        size: asked.size,
        explained: asked.explain === true,
        ...(asked.scroll_token && { scrollToken: asked.scroll_token }),
      },
    )
    return c.json(
      {
        data: page.documents.map((document, at) => ({
          ...exclude(presentIpRecord(document, house.tags)),
          ...(page.why && { explanation: page.why[at] }),
        })),
        request_metadata: {
          query: asked.query,
          adjusted_query: page.adjustedQuery,
          count: page.total,
          complete: page.nextToken === null,
          scroll_token: page.nextToken ?? '',
          message: '',
          restricted_fields: [],
          uncertain_addresses: page.uncertain,
        },
      },
      200,
    )
  })
  app.openapi(timeline, async (c) => {
    const { ip } = c.req.valid('param')
    return c.json(await timelineOf({ ...house, scope: c.var.scope }, { ip, ...c.req.valid('query') }), 200)
  })
  app.openapi(lookUp, async (c) => {
    const report = await lookUpIp({ ...house, scope: c.var.scope }, { ip: c.req.valid('param').ip })
    const { document, ...rest } = report
    const record = document
      ? presentIpRecord(document, house.tags)
      : {
          ip: report.ip,
          business_service_intelligence: noBusinessService,
          internet_scanner_intelligence: { found: false },
        }
    return c.json(
      { ...record, ...(snakeKeys(rest) as object), request_metadata: { restricted_fields: [] } },
      200,
    )
  })
}
