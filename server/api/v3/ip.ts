import { setImmediate } from 'node:timers/promises'
import { createRoute, z } from '@hono/zod-openapi'
import { type Refusal, refuse } from '#model/errors.ts'
import { ctxFor } from '#services/context.ts'
import { findIp, findIpAgain, findIps, type FoundIp, type OneIp } from '#services/ip/find-many.ts'
import type { Scope } from '#services/scope.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { looseBoolean } from '../params.ts'
import { publicRefusals } from '../refusals.ts'
import { ipAnswer, ipsAnswer } from '../wire/ip-answers.ts'
import { presentIpRecord, presentQuick, presentUnseen } from '../present/ip-record.ts'
import { listInParts, pageResponse } from '../present/page.ts'
import { recordTexts } from '../present/record-text.ts'
import { openWritten } from '../present/written.ts'
import { inPart, restrictedOf, statusOf } from '../present/restricted.ts'

const quick = z.object({ quick: looseBoolean.optional() })
const one = createRoute({
  method: 'get',
  path: '/v3/ip/{ip}',
  summary: 'The record of one address',
  request: { params: z.object({ ip: z.string().max(64) }), query: quick },
  responses: {
    200: { description: 'The record', content: { 'application/json': { schema: ipAnswer } } },
    ...inPart({ 'application/json': { schema: ipAnswer } }),
    ...publicRefusals('invalid-address', 'unauthorized', 'forbidden', 'not-found', 'busy'),
  },
})

const maxAddresses = 10_000
const list = z.object({ ips: z.array(z.string().max(64)).min(1).max(maxAddresses) })

const many = createRoute({
  method: 'post',
  path: '/v3/ip',
  summary:
    'The records of up to 10,000 addresses; those without data are listed in ips_not_found, but for quick answers',
  request: { query: quick, body: { required: true, content: { 'application/json': { schema: list } } } },
  responses: {
    200: {
      description: 'Records and what was not found',
      content: { 'application/json': { schema: ipsAnswer } },
    },
    ...inPart({ 'application/json': { schema: ipsAnswer } }),
    ...publicRefusals('invalid-input', 'unauthorized', 'forbidden', 'too-large', 'unsupported-media', 'busy'),
  },
})

export function ipV3Routes(app: App, { deps, again }: AppDeps): void {
  const whole = ({ document, service }: FoundIp, ip: string) =>
    document ? presentIpRecord(document, deps.tags, service) : presentUnseen(ip, service)
  const textOf = recordTexts(deps.tags)
  const written = openWritten()
  const answersTo = (scope: Scope) => {
    const restricted_fields = restrictedOf(scope)
    const request_metadata = { restricted_fields }
    const end = `,"request_metadata":${JSON.stringify(request_metadata)}}`
    const status = statusOf(restricted_fields)
    return (found: OneIp) => {
      const { ip, service, version } = found
      if (version === null && !found.document && !service) throw refuse('not-found', 'IP not found')
      const answer = written.json(version, () => {
        const stored = found.stored()
        const record = stored === null ? null : textOf(stored, service)
        return record === null ? JSON.stringify({ ...whole(found, ip), request_metadata }) : record + end
      })
      return { status, answer }
    }
  }
  const quickAnswerTo = (found: OneIp) => ({
    status: 200 as const,
    answer: written.json(found.version && `quick ${found.version}`, () =>
      JSON.stringify({
        ...presentQuick(found.ip, found.document, found.service),
        request_metadata: { restricted_fields: [] },
      }),
    ),
  })
  app.openapi(one, async (c) => {
    const { scope } = c.var
    const to = c.req.valid('query').quick ? quickAnswerTo : answersTo(scope)
    const found = await findIp(ctxFor(deps, c.var), c.req.valid('param').ip)
    again.remember(c, '/v3/ip/', (text) => {
      const { memoryIndex, reference } = deps
      const next = findIpAgain({ scope, memoryIndex, reference }, text)
      return next && to(next)
    })
    const { status, answer } = to(found)
    return c.body(answer.text, status, asJson) as never
  })
  app.openapi(many, async (c) => {
    const { ips } = c.req.valid('json')
    const short = c.req.valid('query').quick
    const found = await findIps(ctxFor(deps, c.var), ips, maxAddresses)
    const rows = new Map<string, string>()
    const missing: string[] = []
    let bytes = 0
    for (const [at, each] of found.entries()) {
      if (at % atOnce === atOnce - 1) await setImmediate()
      const { text, ip, document, service } = each
      // A quick answer has a row for every address: the public client's filter reads `noise` of each.
      if (ip === null || (!document && !service && !short)) missing.push(text)
      else rows.set(ip, JSON.stringify(short ? presentQuick(ip, document, service) : whole(each, ip)))
      bytes += rows.get(ip ?? '')?.length ?? 0
      if (bytes > deps.budget.answerBytes) throw tooLarge(at, found.length, deps.budget.answerBytes)
    }
    const json = await listInParts(rows.values())
    const restricted_fields = short ? [] : restrictedOf(c.var.scope)
    const request_metadata = { restricted_fields, message: '', ips_not_found: missing }
    return pageResponse(
      { json },
      { after: { request_metadata }, status: statusOf(restricted_fields) },
    ) as never
  })
}

const asJson = { 'content-type': 'application/json' }

/** So many records are written before others have their turn. */
const atOnce = 50

/** An answer that has no next page. */
const tooLarge = (done: number, all: number, limit: number): Refusal =>
  refuse(
    'too-large',
    `The answer would hold more than ${limit} bytes after ${done} of ${all} addresses: ask for fewer at once.`,
    { limit, done },
  )
