import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { demand } from '#services/tags/allowed.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { presentPublicTag } from '../present/tag.ts'
import { publicRefusals } from '../refusals.ts'
import { publicTag } from '../tags/shapes.ts'

const route = createRoute({
  method: 'get',
  path: '/v2/meta/metadata',
  summary: 'All tags, as older clients ask for them',
  responses: {
    200: {
      description: 'Tags by slug',
      content: { 'application/json': { schema: z.object({ metadata: z.array(publicTag) }) } },
    },
    ...publicRefusals('unauthorized', 'forbidden'),
  },
})

export function metadataRoute(app: App, { house }: AppParts): void {
  app.openapi(route, (c) => {
    demand(ctxFor(house, c.var), 'feature-search-tags')
    const metadata = [...house.tags.values()].map((tag) => presentPublicTag(tag, house.tags))
    return c.json({ metadata }, 200)
  })
}
