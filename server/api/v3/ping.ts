import { getConnInfo } from '@hono/node-server/conninfo'
import { createRoute } from '@hono/zod-openapi'
import { requireRights } from '#services/access.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { publicRefusals } from '../refusals.ts'
import { pong } from '../wire/ping.ts'

const route = createRoute({
  method: 'get',
  path: '/ping',
  summary: 'Is this key good?',
  security: [{ key: [] }],
  responses: {
    200: { description: 'It is', content: { 'application/json': { schema: pong } } },
    ...publicRefusals('unauthorized', 'forbidden'),
  },
})

const tenYears = 10 * 365 * 86_400_000

export function pingRoute(app: App, { deps }: AppDeps): void {
  app.openapi(route, (c) => {
    requireRights(c.var, ['workspace'])
    const { plan } = c.var.scope
    // Older clients take a past expiration for a failure; keys of an own server do not expire.
    const expiration = new Date(deps.clock() + tenYears).toISOString().slice(0, 10)
    const address = getConnInfo(c).remote.address ?? ''
    return c.json(
      {
        message: 'pong',
        expiration,
        offering: plan.offering,
        address,
        plan: plan.name,
        modules: [...plan.entitlements].join(','),
      },
      200,
    )
  })
}
