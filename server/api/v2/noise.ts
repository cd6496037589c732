import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { findIp, findIps, type FoundIp } from '#services/ip/find-many.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { presentIpRecordV2 } from '../present/ip-record-v2.ts'
import { presentQuickCode } from '../present/quick-code.ts'
import { publicRefusals } from '../refusals.ts'
import { quickRow, recordV2 } from '../wire/noise.ts'

/** Addresses one call may name. Clients cut their lists at this. */
const maxAddresses = 1000

const address = z.object({ ip: z.string().max(64) })
/** An object as the documentation has it, or the bare list that some scripts send; counted before its members are looked at. */
const addresses = z.array(z.string().max(64)).min(1).max(maxAddresses)
const body = z.union(
  [z.object({ ips: addresses }), addresses],
  `expected 1 to ${maxAddresses} addresses, as the member ips or as a list`,
)
const posted = { body: { required: true, content: { 'application/json': { schema: body } } } }
const named = z.object({
  ips: z
    .string()
    .min(1)
    .max(65 * maxAddresses)
    .openapi({
      description: `Up to ${maxAddresses} addresses separated by commas.`,
      example: '198.18.0.1,198.18.0.2',
    }),
})
const answered = <S extends z.ZodType>(description: string, schema: S) => ({
  200: { description, content: { 'application/json': { schema } } },
})
const one = publicRefusals('invalid-address', 'unauthorized', 'forbidden', 'busy')
const many = publicRefusals(
  'invalid-input',
  'unauthorized',
  'forbidden',
  'too-large',
  'unsupported-media',
  'busy',
)

const quick = createRoute({
  method: 'get',
  path: '/v2/noise/quick/{ip}',
  summary: 'Whether an address was seen, and whether it is a business service',
  request: { params: address },
  responses: { ...answered('The row', quickRow), ...one },
})
const quickGet = createRoute({
  method: 'get',
  path: '/v2/noise/multi/quick',
  summary: 'The same for many addresses, named in the query',
  request: { query: named },
  responses: { ...answered('A row an address, in their order', z.array(quickRow)), ...many },
})
const quickPost = createRoute({
  method: 'post',
  path: '/v2/noise/multi/quick',
  summary: 'The same for many addresses, named in the body',
  request: posted,
  responses: { ...answered('A row an address, in their order', z.array(quickRow)), ...many },
})
const context = createRoute({
  method: 'get',
  path: '/v2/noise/context/{ip}',
  summary: 'The flat record of an address; `seen` is false when there is none',
  request: { params: address },
  responses: { ...answered('The record', recordV2), ...one },
})
const contextPost = createRoute({
  method: 'post',
  path: '/v2/noise/multi/context',
  summary: 'The flat records of many addresses',
  request: posted,
  responses: {
    ...answered('A record an address, in their order', z.object({ data: z.array(recordV2) })),
    ...many,
  },
})

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
const textsOf = (sent: z.infer<typeof body>): string[] => (Array.isArray(sent) ? sent : sent.ips)

/** The calls of version 2, which older clients know alone. */
export function noiseV2Routes(app: App, { deps }: AppDeps): void {
  const recordOf = ({ text, ip, document }: FoundIp): z.infer<typeof recordV2> =>
    document ? presentIpRecordV2(document, deps.tags) : { ip: ip ?? text, seen: false }
  app.openapi(quick, async (c) => {
    const found = await findIp(ctxFor(deps, c.var), c.req.valid('param').ip)
    return c.json(presentQuickCode(found), 200)
  })
  app.openapi(quickGet, async (c) => {
    const found = await findIps(ctxFor(deps, c.var), listOf(c.req.valid('query').ips), maxAddresses)
    return c.json(found.map(presentQuickCode), 200)
  })
  app.openapi(quickPost, async (c) => {
    const found = await findIps(ctxFor(deps, c.var), textsOf(c.req.valid('json')), maxAddresses)
    return c.json(found.map(presentQuickCode), 200)
  })
  app.openapi(context, async (c) => {
    return c.json(recordOf(await findIp(ctxFor(deps, c.var), c.req.valid('param').ip)), 200)
  })
  app.openapi(contextPost, async (c) => {
    const found = await findIps(ctxFor(deps, c.var), textsOf(c.req.valid('json')), maxAddresses)
    return c.json({ data: found.map(recordOf) }, 200)
  })
}
