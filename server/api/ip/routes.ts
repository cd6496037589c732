import { createRoute, z } from '@hono/zod-openapi'
import { withCommas } from '#model/numbers.ts'
import { budget } from '#model/budget.ts'
import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import { type ErrorCode, refuse } from '#model/errors.ts'
import { ipOrders } from '#model/ip-order.ts'
import { snakeKeys } from '../wire/case.ts'
import { ipReport, type IpReportOnWire, verdictChanges } from '../wire/ip-report.ts'
import { lookUpIp } from '#services/ip/ip-report.ts'
import { exportIp } from '#services/ip/find-many.ts'
import { historyOf } from '#services/ip/history.ts'
import { searchIps } from '#services/ip/search.ts'
import { timelineOf } from '#services/ip/timeline.ts'
import { ctxFor } from '#services/context.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { exportContent, exportedIps, exportHeaders, exportParams } from '../wire/export.ts'
import { exportResponse } from '../export/respond.ts'
import { refusals } from '../refusals.ts'
import { integerOr, looseBoolean } from '../params.ts'
import { ipPage, query as gnql } from '../wire/gnql.ts'
import { presentIpRecord, presentUnseen } from '../present/ip-record.ts'
import { presentIpReport } from '../present/ip-report.ts'
import { pageResponse, presentPage } from '../present/page.ts'
import { inPart, restrictedOf, statusOf } from '../present/restricted.ts'
import type { WrittenPage } from '../present/page-task.ts'
import { timelineAnswer, timelineQuery } from '../wire/timeline.ts'
import { fieldPaths, selection } from '../present/select.ts'
import { inApiWords } from '../present/api-enums.ts'
import { stixBundle } from '../present/stix.ts'
import { ipAnswer } from '../wire/ip-answers.ts'
import { stixAnswer } from '../wire/stix.ts'

const address = z.object({ ip: z.string().max(64).openapi({ example: '198.18.0.1' }) })
const json = <S extends z.ZodType>(schema: S, description: string, ...unlike: ErrorCode[]) => ({
  200: { description, content: { 'application/json': { schema } } },
  ...refusals('invalid-input', 'unauthorized', 'busy', ...unlike),
})

const orFile = <S extends z.ZodType>(...answer: Parameters<typeof json<S>>) => {
  const answers = json(...answer)
  const [schema] = answer
  const content = { 'application/json': { schema: z.union([schema, exportedIps]) }, ...exportContent }
  return {
    ...answers,
    200: { ...answers[200], content, headers: exportHeaders },
    ...inPart(answers[200].content),
  }
}

const query = createRoute({
  method: 'get',
  path: '/api/ip/query',
  summary: 'Addresses that match a GNQL query, page by page',
  request: {
    query: z.object({
      query: gnql,
      scroll_token: z.string().max(1024).optional(),
      sort: z.enum(ipOrders).default('ip').openapi({
        description:
          '`ip`: by address, in which a walk gives every address that matches throughout exactly once. `last_seen`: the newest first. `sessions`: most first. `severity`: the worst verdict first, and of one verdict the newest. What is equal is in the order of addresses; an address that changes during a walk may move.',
      }),
      size: integerOr(50, 1, 10_000),
      fields: z.string().max(2000).optional().openapi({
        description:
          'Only these parts of each record, and its address: dotted paths separated by commas, e.g. metadata.asn,tags.name',
      }),
      exclude: z.string().max(2000).optional().openapi({ description: 'Without these parts.' }),
      ...exportParams,
      explain: looseBoolean.optional().openapi({
        description:
          'Adds `explanation` to each row: which conditions of the query it meets, and on what values; and of an empty answer `relaxed`: what there is without one of its conditions.',
      }),
    }),
  },
  responses: orFile(
    ipPage,
    'One page and the token of the next; with export_format a file',
    'invalid-query',
    'too-costly',
    'invalid-cursor',
    'forbidden',
    'too-large',
  ),
})

/** Why a page ends before the rows that were asked for; "" when it does not. */
function whyShorter({ rows, cut }: WrittenPage, size: number, conditions: number): string {
  if (cut === null) return ''
  const why = {
    bytes: `a page may hold ${withCommas(budget.answerBytes)} bytes`,
    conditions: `rows × conditions that are explained at once may be ${withCommas(budget.explanations)}, and the query has ${withCommas(conditions)} conditions`,
    time: 'explaining them takes long',
  }
  return `These are ${withCommas(rows)} of the ${withCommas(size)} rows that were asked for: ${why[cut]}. The scroll token gives the next.`
}

const lookUp = createRoute({
  method: 'get',
  path: '/api/ip/{ip}',
  summary: 'Everything known about one address, with the reasons for its verdict',
  request: { params: address },
  responses: {
    ...json(ipReport, 'The record; found is false for addresses without sessions', 'invalid-address'),
    ...inPart({ 'application/json': { schema: ipReport } }),
  },
})

const verdicts = createRoute({
  method: 'get',
  path: '/api/ip/{ip}/verdicts',
  summary: 'How the verdict on one address, or what decided it, changed: the newest first',
  request: {
    params: address,
    query: z.object({
      before: z.iso.datetime().optional().openapi({ description: 'Only changes before this instant.' }),
      size: integerOr(50, 1, 1000),
    }),
  },
  responses: json(verdictChanges, 'Changes, newest first', 'invalid-address'),
})

const timeline = createRoute({
  method: 'get',
  path: '/api/ip/{ip}/timeline',
  summary: 'What one address did over time',
  request: {
    params: address,
    query: timelineQuery,
  },
  responses: json(timelineAnswer, 'Buckets, newest first', 'invalid-address', 'forbidden'),
})

const file = createRoute({
  method: 'get',
  path: '/api/ip/{ip}/file',
  summary: 'The record of one address as a file: JSON as the public API gives it, or a STIX 2.1 bundle',
  request: { params: address, query: z.object({ format: z.enum(['json', 'stix']).default('json') }) },
  responses: {
    ...json(ipAnswer.or(stixAnswer), 'The file', 'invalid-address', 'forbidden', 'not-found'),
    ...inPart({ 'application/json': { schema: ipAnswer.or(stixAnswer) } }),
  },
})

export function ipRoutes(app: App, parts: AppDeps): void {
  const { deps } = parts
  app.openapi(query, async (c) => {
    const asked = c.req.valid('query')
    const shown = selection(asked)
    const { export_format: format } = asked
    // A file of its own kind, which the schema of pages does not describe.
    if (format !== undefined)
      return (await exportResponse(c, parts, {
        ...asked,
        format,
        shown,
        columns: fieldPaths(asked.fields),
        tags: inApiWords(deps.tags),
      })) as never
    // A page instead of what was asked for would pass for the answer.
    const alone = (['cursor', 'after', 'changes_since'] as const).find((name) => asked[name] !== undefined)
    if (alone) throw refuse('invalid-input', `${alone}: it is for files, so it needs export_format.`)
    const isExplained = asked.explain === true
    const found = await searchIps(ctxFor(deps, c.var), {
      query: asked.query,
      size: asked.size,
      explained: isExplained,
      order: asked.sort,
      ...(asked.scroll_token && { scrollToken: asked.scroll_token }),
    })
    const page = await presentPage(c, parts, found.page, {
      shape: 'api',
      fields: asked.fields,
      exclude: asked.exclude,
      explained: isExplained ? found.asked : null,
    })
    const next = found.tokenAfter(page.rows)
    const restricted_fields = restrictedOf(c.var.scope)
    const request_metadata = {
      query: asked.query,
      adjusted_query: found.adjustedQuery,
      count: found.total,
      complete: next === null,
      scroll_token: next ?? '',
      message: whyShorter(page, asked.size, found.asked.conditions),
      restricted_fields,
      uncertain_addresses: found.uncertain,
      hints: found.hints,
      ...(found.relaxed && {
        relaxed: found.relaxed.map(({ total, ...rest }) => ({ ...rest, count: total })),
      }),
    }
    return pageResponse(page, { after: { request_metadata }, status: statusOf(restricted_fields) }) as never
  })
  app.openapi(file, async (c) => {
    const { scope } = c.var
    const { format } = c.req.valid('query')
    const { ip, document, service } = await exportIp(ctxFor(deps, c.var), c.req.valid('param').ip)
    const restricted_fields = restrictedOf(scope)
    const time = new Date(deps.clock()).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const name = `ip_${ip.replaceAll(/[^a-z0-9]+/g, '-')}_${time}.${format === 'stix' ? 'stix.json' : 'json'}`
    c.header('content-disposition', `attachment; filename="${name}"`)
    const lacksTags = lackingGroups(scope.plan).some((group) => withheldColumns([group]).has('tags'))
    if (format === 'stix' && !document)
      throw refuse(
        'not-found',
        'There is no record of this address, and STIX has no word for a business service.',
      )
    const body =
      format === 'stix' && document
        ? stixBundle(document, deps.tags, lacksTags)
        : {
            ...(document ? presentIpRecord(document, deps.tags, service) : presentUnseen(ip, service)),
            request_metadata: { restricted_fields },
          }
    return c.json(body as never, statusOf(restricted_fields))
  })
  app.openapi(timeline, async (c) => {
    const { ip } = c.req.valid('param')
    return c.json(await timelineOf(ctxFor(deps, c.var), { ip, ...c.req.valid('query') }), 200)
  })
  app.openapi(verdicts, async (c) => {
    const { ip } = c.req.valid('param')
    return c.json(await historyOf(ctxFor(deps, c.var), { ip, ...c.req.valid('query') }), 200)
  })
  app.openapi(lookUp, async (c) => {
    const report = await lookUpIp(ctxFor(deps, c.var), { ip: c.req.valid('param').ip })
    const { document, lacking: _, ...rest } = report
    const restricted_fields = restrictedOf(c.var.scope)
    const record = document
      ? presentIpRecord(document, inApiWords(deps.tags), deps.reference.service(report.ip))
      : presentUnseen(report.ip, deps.reference.service(report.ip))
    return c.json(
      {
        ...record,
        ...(snakeKeys(presentIpReport(rest)) as Omit<
          IpReportOnWire,
          keyof typeof record | 'request_metadata'
        >),
        request_metadata: { restricted_fields },
      },
      statusOf(restricted_fields),
    )
  })
}
