import { createRoute } from '@hono/zod-openapi'
import { maxAgeMs } from '#services/tags/cached.ts'
import { type Names, namesFor } from '#services/tags/autocomplete.ts'
import type { App } from '../../http/parts.ts'
import { refusals } from '../refusals.ts'
import { namesAnswer } from '../wire/completion.ts'

const complete = createRoute({
  method: 'get',
  path: '/api/tags/autocomplete',
  summary: 'Names for completing queries: actors, CVEs, tags, VPN services, the most frequent first',
  responses: {
    200: {
      description: 'At most a minute old',
      content: {
        'application/json': {
          schema: namesAnswer,
        },
      },
    },
    ...refusals('unauthorized', 'busy'),
  },
})

export function autocompleteRoute(app: App, names: () => Promise<Names>): void {
  app.openapi(complete, async (c) => {
    const { vpnServices, ...rest } = namesFor(c.var.scope, await names())
    c.header('cache-control', `private, max-age=${maxAgeMs / 1000}`)
    return c.json({ ...rest, vpn_services: vpnServices }, 200)
  })
}
