import { createRoute, z } from '@hono/zod-openapi'
import { Refusal, refuse } from '#model/errors.ts'
import { reservedRange } from '#model/reserved.ts'
import { type Ctx, ctxFor } from '#services/context.ts'
import { findIp } from '#services/ip/find-many.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { presentHeads } from '../present/ip-record.ts'
import { publicRefusals } from '../refusals.ts'
import { communityAnswer } from '../wire/community.ts'

const route = createRoute({
  method: 'get',
  path: '/v3/community/{ip}',
  summary: 'The short answer about one address',
  request: { params: z.object({ ip: z.string().max(64) }) },
  responses: {
    200: { description: 'Seen', content: { 'application/json': { schema: communityAnswer } } },
    404: {
      description: 'No data, which is no failure',
      content: { 'application/json': { schema: communityAnswer } },
    },
    ...publicRefusals('invalid-address', 'unauthorized', 'forbidden', 'busy'),
  },
})

export function communityRoute(app: App, { deps }: AppDeps): void {
  app.openapi(route, async (c) => {
    const { ip, document, service } = await findReadable(ctxFor(deps, c.var), c.req.valid('param').ip)
    const heads = presentHeads(ip, document, service)
    if (!document && !service)
      return c.json(
        {
          ip,
          noise: false,
          riot: false,
          message: 'IP not observed scanning the internet or contained in RIOT data set.',
          ...heads,
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
        link: new URL(`/ip/${ip}`, deps.publicUrl()).href,
        last_seen: (document?.last_seen ?? service?.lastUpdated ?? '').slice(0, 10),
        message: 'Success',
        ...heads,
      },
      200,
    )
  })
}

const notRoutable = () => refuse('invalid-address', 'Request is not a valid routable IPv4 address')

/** Ranges that are nobody's, in which simulated traffic lives (model/demo-networks.ts, `noisefloor demo capture`). */
const simulated = /^(?:Benchmarking|Documentation|Reserved for future use|Former 6to4)/

/** Clients show this text for what is no address, and for one that only its own network knows and our sensors never saw. */
async function findReadable(ctx: Ctx, text: string) {
  const found = await findIp(ctx, text).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'invalid-address' ? notRoutable() : error
  })
  const reserved = reservedRange(found.ip)
  if (!found.document && reserved && !simulated.test(reserved.name)) throw notRoutable()
  return found
}
