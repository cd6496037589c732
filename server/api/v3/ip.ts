import { setImmediate } from 'node:timers/promises'
import { createRoute, z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { BusinessService } from '#model/sources.ts'
import { ipRecord } from '#model/wire/ip-record.ts'
import { canonicalAddress } from '#services/ip/address.ts'
import { findDocuments, findRecords } from '#services/ip/find.ts'
import { toHex } from '#store/analytics/address.ts'
import { addressesOf } from '#store/analytics/ips/texts.ts'
import { ctxFor } from '#services/context.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { looseBoolean } from '../params.ts'
import { publicRefusals } from '../refusals.ts'
import { presentBusinessService } from '../present/business-service.ts'
import { presentIpRecord, presentQuick } from '../present/ip-record.ts'
import { demandWhole, pageResponse, presentPage, withMore } from '../present/page.ts'

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

export function ipV3Routes(app: App, parts: AppParts): void {
  const { house } = parts
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
    const known = await canonicalAddresses(ips)
    const wanted = [...new Set(known.flatMap((ip) => ip ?? []))]
    const records = await findRecords(ctxFor(house, c.var), wanted)
    const found = addressesOf(records)
    const addresses = found.map((ip) => toHex(ip) ?? '')
    const page = await presentPage(c, parts, { addresses, records }, { shape: short ? 'quick' : 'v3' })
    demandWhole(page, found.length, house.budget.answerBytes)
    const seen = new Set(found)
    const serviced = wanted.flatMap((ip) => {
      const service = seen.has(ip) ? null : house.reference.service(ip)
      if (!service) return []
      seen.add(ip)
      return [short ? presentQuick(ip, undefined, service) : whole(ip, undefined, service)]
    })
    const missing = ips.filter((_, at) => !seen.has(known[at] ?? ''))
    const request_metadata = { restricted_fields: [], message: '', ips_not_found: [...new Set(missing)] }
    return pageResponse(withMore(page, serviced), { after: { request_metadata } }) as never
  })
}

/** So many addresses are read before others have their turn. */
const atOnce = 500

async function canonicalAddresses(texts: readonly string[]): Promise<(string | null)[]> {
  const all: (string | null)[] = []
  for (const [at, text] of texts.entries()) {
    if (at % atOnce === atOnce - 1) await setImmediate()
    all.push(addressOrNull(text))
  }
  return all
}

/** One bad address must not fail the whole list; it is reported as not found. */
function addressOrNull(text: string): string | null {
  try {
    return canonicalAddress(text)
  } catch {
    return null
  }
}
