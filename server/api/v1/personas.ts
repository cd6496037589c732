import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { getProfile, listProfiles } from '#services/sensors/profiles.ts'
import { tenantOf } from '#services/scope.ts'
import { requireActive } from '../../auth/in-workspace.ts'
import { holding } from '../../auth/holding.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { integerOr } from '../params.ts'
import { publicRefusals } from '../refusals.ts'
import { pagination, persona, presentPersona } from '../wire/sensor-v1.ts'
import { line } from '../wire/text.ts'

const words = z
  .string()
  .max(400)
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .openapi({ type: 'string' })

const list = createRoute({
  method: 'get',
  middleware: holding(listProfiles),
  path: '/v1/personas',
  summary: 'What sensors can pretend to be, as existing clients know it',
  request: {
    query: z.object({
      workspace: line(64).optional(),
      tiers: words,
      categories: words,
      protocols: words,
      search: z.string().max(200).default(''),
      page: integerOr(1, 1, 100_000),
      page_size: integerOr(100, 1, 1000),
    }),
  },
  responses: {
    200: {
      description: 'A page',
      content: { 'application/json': { schema: z.object({ items: z.array(persona), pagination }) } },
    },
    ...publicRefusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const get = createRoute({
  method: 'get',
  middleware: holding(getProfile),
  path: '/v1/personas/{id}',
  summary: 'One of them',
  request: { params: z.object({ id: line(64) }) },
  responses: {
    200: { description: 'It', content: { 'application/json': { schema: persona } } },
    ...publicRefusals('unauthorized', 'forbidden', 'not-found'),
  },
})

export function personaRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(list, async (c) => {
    const { workspace, page, page_size, ...filter } = c.req.valid('query')
    requireActive(c.var.scope, workspace)
    const found = await listProfiles(ctxFor(deps, c.var), filter)
    const shown = found.slice((page - 1) * page_size, page * page_size)
    const items = shown.map((one) => presentPersona(one, tenantOf(c.var.scope) ?? ''))
    return c.json({ items, pagination: { page, page_size, total_items: found.length } }, 200)
  })
  app.openapi(get, async (c) => {
    const found = await getProfile(ctxFor(deps, c.var), c.req.valid('param'))
    return c.json(presentPersona(found, tenantOf(c.var.scope) ?? ''), 200)
  })
}
