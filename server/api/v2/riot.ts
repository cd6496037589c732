import { createRoute, z } from '@hono/zod-openapi'
import { canonicalAddress } from '#services/ip/address.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { presentBusinessService } from '../present/business-service.ts'
import { publicRefusals } from '../refusals.ts'
import { serviceHit, serviceMiss } from '../wire/noise.ts'

const route = createRoute({
  method: 'get',
  path: '/v2/riot/{ip}',
  summary: 'The business service an address belongs to',
  request: { params: z.object({ ip: z.string().max(64) }) },
  responses: {
    200: { description: 'It does', content: { 'application/json': { schema: serviceHit } } },
    404: {
      description: 'It does not, which is no failure',
      content: { 'application/json': { schema: serviceMiss } },
    },
    ...publicRefusals('invalid-address', 'unauthorized'),
  },
})

export function riotRoute(app: App, { deps }: AppDeps): void {
  app.openapi(route, (c) => {
    const ip = canonicalAddress(c.req.valid('param').ip)
    const { found, ...service } = presentBusinessService(deps.reference.service(ip))
    return found ? c.json({ ip, riot: true, ...service }, 200) : c.json({ ip, riot: false as const }, 404)
  })
}
