import { createRoute, z } from '@hono/zod-openapi'
import { snakeKeys } from '#model/wire/case.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { refusals } from '../refusals.ts'

const standing = z.object({
  name: z.string(),
  gives: z.string(),
  licence: z.string(),
  credit: z.string(),
  home: z.string(),
  urls: z.array(z.string()),
  refresh_hours: z.number(),
  state: z.enum(['imported', 'bundled', 'missing']),
  rows: z.number(),
  from: z.array(z.string()),
  imported_at: z.string().openapi({ description: 'ISO 8601 UTC; empty for never.' }),
})

const list = createRoute({
  method: 'get',
  path: '/api/sources',
  summary: 'Reference data: what each source gives, its rows, age, licence and where it came from',
  responses: {
    200: {
      description: 'Every source, also those without data',
      content: { 'application/json': { schema: z.object({ sources: z.array(standing) }) } },
    },
    ...refusals('unauthorized'),
  },
})

export function sourceRoutes(app: App, { house }: AppParts): void {
  app.openapi(list, async (c) => {
    const sources = await house.reference.sources()
    return c.json({ sources: sources.map((source) => standing.parse(snakeKeys(source))) }, 200)
  })
}
