import { createRoute, z } from '@hono/zod-openapi'
import { withCommas } from '#model/numbers.ts'
import { refuse } from '#model/errors.ts'
import { cveRecord } from '../wire/cve.ts'
import { ctxFor } from '#services/context.ts'
import { cveOf } from '#services/cve/id.ts'
import { lookUpCves, lookUpListOfCves, maxCves } from '#services/cve/look-up-many.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { refuseInvalid } from '../params.ts'
import { presentCve } from '../present/cve.ts'
import { jsonResponse, listInParts } from '../present/page.ts'
import { publicRefusals } from '../refusals.ts'

const one = createRoute({
  method: 'get',
  path: '/v1/cve/{cve_id}',
  summary: 'The record of one CVE, as far as the plan reaches',
  request: { params: z.object({ cve_id: z.string().max(64).openapi({ example: 'CVE-2021-44228' }) }) },
  responses: {
    200: { description: 'The record', content: { 'application/json': { schema: cveRecord } } },
    ...publicRefusals('invalid-cve', 'unauthorized', 'not-found', 'busy'),
  },
})

/** Counted before its members are looked at. */
const list = z.object({ cves: z.array(z.string().max(64)).min(1).max(maxCves) })

const many = createRoute({
  method: 'post',
  path: '/v3/cves',
  summary: `The records of up to ${withCommas(maxCves)} CVEs; those that nobody knows are left out`,
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: list } },
    },
  },
  responses: {
    200: {
      description: 'The records, in the order they were named',
      content: { 'application/json': { schema: z.array(cveRecord) } },
    },
    ...publicRefusals('invalid-input', 'unauthorized', 'forbidden', 'too-large', 'unsupported-media', 'busy'),
  },
})

/** The CVE calls of the public API. */
export function cvePublicRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(one, async (c) => {
    const cve = cveOf(c.req.valid('param').cve_id)
    const { entries } = await lookUpCves(ctxFor(deps, c.var), [cve])
    if (!entries[0]) throw refuse('not-found', 'CVE not found')
    return c.json(presentCve(entries[0]), 200)
  })
  app.openapi(
    many,
    async (c) => {
      const { cves } = c.req.valid('json')
      const found = await lookUpListOfCves(ctxFor(deps, c.var), cves)
      const records = found.values().map((entry) => JSON.stringify(presentCve(entry)))
      return jsonResponse(await listInParts(records)) as never
    },
    (result) => {
      // In the words that clients know.
      if (!result.success && result.error.issues.some(isTooLong))
        throw refuse('invalid-input', `Maximum number of CVEs per request is ${maxCves}`)
      refuseInvalid(result)
    },
  )
}

const isTooLong = ({ code, path }: { code?: string; path: PropertyKey[] }): boolean =>
  code === 'too_big' && path.join('.') === 'cves'
