import { createRoute, z } from '@hono/zod-openapi'
import { analysisFormats, analysisParts } from '#model/analysis.ts'
import { ipOrders } from '#model/ip-order.ts'
import { cancelIpAnalysis } from '#services/analysis/cancel.ts'
import { changeIpAnalysis } from '#services/analysis/change.ts'
import { exportIgnoredIps } from '#services/analysis/export-ignored.ts'
import { exportIpAnalysis } from '#services/analysis/export-ips.ts'
import { ipAnalysis, rowsInList } from '#services/analysis/ip-report.ts'
import { ipAnalyses } from '#services/analysis/list.ts'
import { removeIpAnalysis } from '#services/analysis/remove.ts'
import { startIpAnalysis } from '#services/analysis/start.ts'
import { unseenInList } from '#services/analysis/unseen.ts'
import { ctxFor } from '#services/context.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { integer, integerOr } from '../params.ts'
import { inApiWords } from '../present/api-enums.ts'
import { presentIpRecord } from '../present/ip-record.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/analysis.ts'
import { orIpFile } from '../wire/analysis-files.ts'
import { query as gnql } from '../wire/gnql.ts'
import { fileFormat } from './format.ts'
import { ignoredFile } from './ignored-file.ts'
import { ipFile } from './ip-file.ts'
import { manageAnalyses } from './manage.ts'
import { sendFile } from './send-file.ts'

const security = [{ key: [] }]
const base = '/api/ip/analysis'

const exported = [...analysisParts, 'ignored'] as const
/** Answers call the parts by names with underscores (`counts`): whoever takes one from there is understood. */
const exportType = z
  .preprocess((asked) => (typeof asked === 'string' ? asked.replaceAll('_', '-') : asked), z.enum(exported))
  .openapi({
    type: 'string',
    enum: [...exported, ...exported.filter((part) => part.includes('-')).map(wire.partInJson)],
    description:
      'A part of the list, or what was not taken with its place. `business_services` and `not_observed`, as `counts` calls them, are the same as with hyphens',
  })

const get = createRoute({
  method: 'get',
  path: `${base}/{id}`,
  summary: 'How a list compares with what is known now; with `export_type` a file of it',
  security,
  request: {
    params: wire.analysisId,
    query: z.object({
      query: gnql.optional().openapi({
        description: 'Of the addresses that were seen, those that match; of a file, too',
      }),
      sort: z.enum(ipOrders).default('severity'),
      size: integerOr(50, 1, 1000),
      scroll_token: z.string().max(1024).optional(),
      unseen: z.enum(['not-observed', 'business-services']).default('not-observed'),
      unseen_from: integer(0, 100_000_000)
        .optional()
        .openapi({ description: '`unseen_next` of the page before' }),
      export_type: exportType.optional(),
      file_format: z
        .enum(analysisFormats)
        .optional()
        .openapi({ description: 'Of a file: csv where nothing is said' }),
    }),
  },
  responses: {
    200: { description: 'The comparison, or the file', content: orIpFile(wire.ipAnalysisAnswer) },
    ...refusals(
      'invalid-query',
      'too-costly',
      'invalid-input',
      'unauthorized',
      'forbidden',
      'not-found',
      'busy',
    ),
  },
})
export function ipAnalysisRoutes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps
  manageAnalyses(app, appDeps, {
    base,
    of: 'addresses',
    start: startIpAnalysis,
    list: ipAnalyses,
    change: changeIpAnalysis,
    cancel: cancelIpAnalysis,
    remove: removeIpAnalysis,
  })
  app.openapi(get, async (c) => {
    const ctx = ctxFor(deps, c.var)
    const { id } = c.req.valid('param')
    const asked = c.req.valid('query')
    const tags = inApiWords(deps.tags)
    const format = fileFormat(c, asked)
    if (format) {
      const part = asked.export_type ?? 'all'
      if (part === 'ignored') {
        const { analysis, ignored } = await exportIgnoredIps(ctx, { id })
        return sendFile(c, appDeps, ignoredFile(ignored, format), { analysis, part, format }) as never
      }
      const { analysis, rows } = await exportIpAnalysis(ctx, { id, part, query: asked.query })
      return sendFile(c, appDeps, ipFile(rows, { format, tags }), { analysis, part, format }) as never
    }
    const { analysis, counts, ignored } = await ipAnalysis(ctx, { id })
    const [seen, unseen] = await Promise.all([
      rowsInList(ctx, {
        id,
        query: asked.query ?? '*',
        order: asked.sort,
        size: asked.size,
        ...(asked.scroll_token && { scrollToken: asked.scroll_token }),
      }),
      unseenInList(ctx, {
        id,
        part: asked.unseen,
        size: asked.size,
        ...(asked.unseen_from !== undefined && { from: asked.unseen_from }),
      }),
    ])
    return c.json(
      {
        ...wire.wiredAnalysis(analysis),
        counts: Object.fromEntries(
          Object.entries(counts).map(([part, count]) => [wire.partInJson(part), count]),
        ),
        ignored,
        count: seen.total,
        data: seen.rows.map((document) => ({
          ...presentIpRecord(document, tags, deps.reference.service(document.ip)),
          in_list: seen.places[document.ip] ?? null,
        })),
        scroll_token: seen.nextToken ?? '',
        unseen: unseen.rows,
        unseen_next: unseen.next,
      },
      200,
    )
  })
}
