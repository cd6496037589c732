import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { allTags } from '#services/tags/all.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { presentPublicTag } from '../present/tag.ts'
import { publicRefusals } from '../refusals.ts'
import { publicTag } from '../wire/tag.ts'

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

export function metadataRoute(app: App, { deps }: AppDeps): void {
  app.openapi(route, async (c) => {
    const tags = await allTags(ctxFor(deps, c.var))
    const metadata = tags.map((tag) => presentPublicTag(tag, deps.tags))
    return c.json({ metadata }, 200)
  })
}
