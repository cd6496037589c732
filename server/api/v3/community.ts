import { createRoute, z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import { canonicalAddress } from '#services/ip/address.ts'
import { findDocuments } from '#services/ip/find.ts'
import { ctxFor } from '#services/context.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { publicRefusals } from '../refusals.ts'

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
    ...publicRefusals('invalid-address', 'unauthorized', 'busy'),
  },
})

export function communityRoute(app: App, { house }: AppParts): void {
  app.openapi(route, async (c) => {
    const ip = readable(c.req.valid('param').ip)
    const document = (await findDocuments(ctxFor(house, c.var), [ip])).get(ip)
    const service = house.reference.service(ip)
    if (!document && !service)
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
        noise: document !== undefined,
        riot: service !== null,
        // The original calls business services benign; what an address did with us counts for more.
        classification: document?.classification ?? 'benign',
        name: document && document.actor !== 'unknown' ? document.actor : (service?.name ?? 'unknown'),
        link: new URL(`/ip/${ip}`, house.publicUrl()).href,
        last_seen: (document?.last_seen ?? service?.lastUpdated ?? '').slice(0, 10),
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
