import { createRoute, z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import { canonicalAddress } from '#services/ip/address.ts'
import { findDocuments } from '#services/ip/find.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { refusals } from '../refusals.ts'

const noise = z.object({
  ip: z.string(),
  noise: z.boolean(),
  riot: z.boolean(),
  classification: z.string().optional(),
  name: z.string().optional(),
  link: z.string().optional(),
  last_seen: z.string().optional(),
  message: z.string(),
})

const route = createRoute({
  method: 'get',
  path: '/v3/community/{ip}',
  summary: 'The short answer about one address',
  request: { params: z.object({ ip: z.string().max(64) }) },
  responses: {
    200: { description: 'Seen', content: { 'application/json': { schema: noise } } },
    404: { description: 'No data, which is no failure', content: { 'application/json': { schema: noise } } },
    ...refusals('invalid-address', 'unauthorized', 'busy'),
  },
})

export function communityRoute(app: App, { house }: AppParts): void {
  app.openapi(route, async (c) => {
    const ip = readable(c.req.valid('param').ip)
    const document = (await findDocuments({ ...house, scope: c.var.scope }, [ip])).get(ip)
    if (!document)
      return c.json(
        {
          ip,
          noise: false,
          riot: false,
          message: 'IP not observed scanning the internet or contained in RIOT data set.',
        },
        404,
      )
    return c.json(
      {
        ip,
        noise: true,
        riot: false,
        classification: document.classification,
        name: document.actor,
        link: new URL(`/ip/${ip}`, house.publicUrl()).href,
        last_seen: document.last_seen.slice(0, 10),
        message: 'Success',
      },
      200,
    )
  })
}

/** Clients show this text for anything that is no address. */
function readable(text: string): string {
  try {
    return canonicalAddress(text)
  } catch {
    throw refuse('invalid-address', 'Request is not a valid routable IPv4 address')
  }
}
