import { createRoute, z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { BusinessService } from '#model/sources.ts'
import { ipRecord } from '#model/wire/ip-record.ts'
import { canonicalAddress } from '#services/ip/address.ts'
import { findDocuments } from '#services/ip/find.ts'
import { ctxFor } from '#services/context.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { looseBoolean } from '../params.ts'
import { publicRefusals } from '../refusals.ts'
import { presentBusinessService } from '../present/business-service.ts'
import { presentIpRecord, presentQuick } from '../present/ip-record.ts'

const quick = z.object({ quick: looseBoolean.optional() })
const restricted = z.object({ restricted_fields: z.array(z.string()) })
const record = z.union([ipRecord.extend({ request_metadata: restricted }), z.record(z.string(), z.unknown())])

const one = createRoute({
  method: 'get',
  path: '/v3/ip/{ip}',
  summary: 'The record of one address',
  request: { params: z.object({ ip: z.string().max(64) }), query: quick },
  responses: {
    200: { description: 'The record', content: { 'application/json': { schema: record } } },
    ...publicRefusals('invalid-address', 'unauthorized', 'not-found', 'busy'),
  },
})

const list = z.object({ ips: z.array(z.string().max(64)).min(1).max(10_000) })

const many = createRoute({
  method: 'post',
  path: '/v3/ip',
  summary: 'The records of up to 10,000 addresses; those without data are listed in ips_not_found',
  request: { query: quick, body: { required: true, content: { 'application/json': { schema: list } } } },
  responses: {
    200: {
      description: 'Records and what was not found',
      content: {
        'application/json': {
          schema: z.object({
            data: z.array(record),
            request_metadata: restricted.extend({ message: z.string(), ips_not_found: z.array(z.string()) }),
          }),
        },
      },
    },
    ...publicRefusals('invalid-input', 'unauthorized', 'too-large', 'unsupported-media', 'busy'),
  },
})

export function ipV3Routes(app: App, { house }: AppParts): void {
  /** An address that only a list of business services knows has a record, too. */
  const whole = (ip: string, document: IpDocument | undefined, service: BusinessService | null) =>
    document
      ? presentIpRecord(document, house.tags, service)
      : {
          ip,
          business_service_intelligence: presentBusinessService(service),
          internet_scanner_intelligence: { found: false, classification: '' },
        }
  app.openapi(one, async (c) => {
    const ip = canonicalAddress(c.req.valid('param').ip)
    const document = (await findDocuments(ctxFor(house, c.var), [ip])).get(ip)
    const short = c.req.valid('query').quick
    const service = house.reference.service(ip)
    if (!document && !service && !short) throw refuse('not-found', 'IP not found')
    const body = short ? presentQuick(ip, document, service) : whole(ip, document, service)
    return c.json({ ...body, request_metadata: { restricted_fields: [] } }, 200)
  })
  app.openapi(many, async (c) => {
    const { ips } = c.req.valid('json')
    const short = c.req.valid('query').quick
    const asked = ips.map((text) => ({ text, ip: addressOrNull(text) }))
    const found = await findDocuments(ctxFor(house, c.var), [...new Set(asked.flatMap(({ ip }) => ip ?? []))])
    const known = new Set<string>()
    const data = [...new Set(asked.flatMap(({ ip }) => ip ?? []))].flatMap((ip) => {
      const [document, service] = [found.get(ip), house.reference.service(ip)]
      if (!document && !service) return []
      known.add(ip)
      return [short ? presentQuick(ip, document, service) : whole(ip, document, service)]
    })
    const missing = asked.filter(({ ip }) => ip === null || !known.has(ip)).map(({ text }) => text)
    return c.json(
      {
        data,
        request_metadata: { restricted_fields: [], message: '', ips_not_found: [...new Set(missing)] },
      },
      200,
    )
  })
}

/** One bad address must not fail the whole list; it is reported as not found. */
function addressOrNull(text: string): string | null {
  try {
    return canonicalAddress(text)
  } catch {
    return null
  }
}
