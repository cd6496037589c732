import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { statsOf } from '#services/ip/stats.ts'
import type { App, AppDeps } from '../../http/parts.ts'
import { presentStats } from '../present/stats.ts'
import { publicRefusals } from '../refusals.ts'
import { integerOr } from '../params.ts'

/** How long it may be is the language's own affair (gnql/limits.ts): its refusal names the place. */
export const query = z.string().min(1).openapi({ example: 'classification:malicious last_seen:1d' })

const bucket = <K extends string, V extends z.ZodType>(key: K, value: V) =>
  z.array(z.object({ [key]: value, count: z.number() } as Record<K, V> & { count: z.ZodNumber })).nullable()

const counts = z
  .object({
    count: z.number(),
    query: z.string(),
    adjusted_query: z.string(),
    stats: z.object({
      classifications: bucket('classification', z.string()),
      spoofable: bucket('spoofable', z.boolean()),
      organizations: bucket('organization', z.string()),
      actors: bucket('actor', z.string()),
      countries: bucket('country', z.string()),
      source_countries: bucket('country', z.string()),
      destination_countries: bucket('country', z.string()),
      tags: z.array(z.object({ tag: z.string(), id: z.string(), count: z.number() })).nullable(),
      operating_systems: bucket('operating_system', z.string()),
      categories: bucket('category', z.string()),
      asns: bucket('asn', z.string()),
    }),
  })
  .openapi('GnqlStats')

/** The same call stands at two paths, in one shape. */
export function statsAt(
  app: App,
  { deps }: AppDeps,
  path: '/v3/gnql/stats' | '/v2/experimental/gnql/stats',
): void {
  const route = createRoute({
    method: 'get',
    path,
    summary: 'Counts over all addresses that match; a list without values is null',
    request: {
      query: z.object({ query, count: integerOr(1000, 1, 10_000) }),
    },
    responses: {
      200: { description: 'Counts', content: { 'application/json': { schema: counts } } },
      ...publicRefusals('invalid-query', 'too-costly', 'invalid-input', 'unauthorized', 'busy'),
    },
  })
  app.openapi(route, async (c) => {
    const asked = c.req.valid('query')
    const counted = await statsOf(ctxFor(deps, c.var), asked)
    return c.json(presentStats(asked.query, counted, deps.tags), 200)
  })
}
