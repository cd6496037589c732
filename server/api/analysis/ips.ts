import { createRoute, z } from '@hono/zod-openapi'
import type { AnalysisPart } from '#model/analysis.ts'
import { analysisFormats, analysisParts } from '#model/analysis.ts'
import { ipOrders } from '#model/ip-order.ts'
import { cancelIpAnalysis } from '#services/analysis/cancel.ts'
import { changeIpAnalysis } from '#services/analysis/change.ts'
import { exportIpAnalysis } from '#services/analysis/export-ips.ts'
import { ipAnalysis, seenInList } from '#services/analysis/ip-report.ts'
import { ipAnalyses } from '#services/analysis/list.ts'
import { removeIpAnalysis } from '#services/analysis/remove.ts'
import { startIpAnalysis } from '#services/analysis/start.ts'
import { unseenInList } from '#services/analysis/unseen.ts'
import { requireRights } from '#services/access.ts'
import { invalidQuery } from '#services/ip/analyze-query.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { uploadOf } from '../../http/upload.ts'
import { answers, takes } from '../described.ts'
import { integer, integerOr } from '../params.ts'
import { inApiWords } from '../present/api-enums.ts'
import { presentIpRecord } from '../present/ip-record.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/analysis.ts'
import { query as gnql } from '../wire/gnql.ts'
import { message } from '../wire/message.ts'
import { ignoredFile } from './ignored-file.ts'
import { fileOf } from './ip-file.ts'
import { isOfForm, leadFormOn } from './of-form.ts'
import { sendFile } from './send-file.ts'

const security = [{ key: [] }]
const base = '/api/ip/analysis'

const create = createRoute({
  method: 'post',
  path: base,
  summary: 'Analyze a list of addresses: text as the body, or a file in the field `file` of a form',
  security,
  // Described by hand: the body is a stream, which no schema checks.
  requestBody: {
    required: true,
    description: 'Any text or capture that holds addresses, also packed by gzip or zstd',
    content: {
      'text/plain': { schema: { type: 'string' } },
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', format: 'binary' }, text: { type: 'string' } },
        },
      },
    },
  },
  responses: {
    ...answers('Taken; ask for it by its id', wire.started),
    ...refusals(
      'invalid-input',
      'unauthorized',
      'forbidden',
      'too-large',
      'unsupported-media',
      'rate-limited',
      'busy',
    ),
  },
})
const list = createRoute({
  method: 'get',
  path: base,
  summary: 'Your analyses of addresses and those shared with you, newest first',
  security,
  request: { query: z.object({ limit: integerOr(50, 1, 200), before: z.uuid().optional() }) },
  responses: { ...answers('Analyses', wire.analysisList), ...refusals('unauthorized', 'forbidden') },
})
const get = createRoute({
  method: 'get',
  path: `${base}/{id}`,
  summary: 'How a list compares with what is known now; with `export_type` a file of it',
  security,
  request: {
    params: wire.analysisId,
    query: z.object({
      query: gnql.optional().openapi({ description: 'Of the addresses that were seen, those that match' }),
      sort: z.enum(ipOrders).default('severity'),
      size: integerOr(50, 1, 1000),
      scroll_token: z.string().max(1024).optional(),
      unseen: z.enum(['not-observed', 'business-services']).default('not-observed'),
      unseen_from: integer(0, 100_000_000)
        .optional()
        .openapi({ description: '`unseen_next` of the page before' }),
      export_type: z
        .enum([...analysisParts, 'ignored'])
        .optional()
        .openapi({ description: 'A part of the list, or what was not taken with its place' }),
      file_format: z.enum(analysisFormats).default('csv'),
    }),
  },
  responses: {
    ...answers('The comparison, or the file', wire.ipAnalysisAnswer),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found', 'busy'),
  },
})
const change = createRoute({
  method: 'patch',
  path: `${base}/{id}`,
  summary: 'Give an analysis another name, or share it with the workspace',
  security,
  request: { params: wire.analysisId, ...takes(wire.analysisChange) },
  responses: {
    ...answers('As it is now', wire.analysis),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const cancel = createRoute({
  method: 'post',
  path: `${base}/{id}/cancel`,
  summary: 'End an analysis that is not done',
  security,
  request: { params: wire.analysisId },
  responses: {
    ...answers('It ends', message),
    ...refusals('unauthorized', 'forbidden', 'not-found'),
  },
})
const remove = createRoute({
  method: 'delete',
  path: `${base}/{id}`,
  summary: 'Remove an analysis with what was sent',
  security,
  request: { params: wire.analysisId },
  responses: {
    ...answers('It is gone', message),
    ...refusals('unauthorized', 'forbidden', 'not-found'),
  },
})

export function ipAnalysisRoutes(app: App, appDeps: AppDeps): void {
  const { deps, limits } = appDeps
  app.openapi(create, async (c) => {
    requireRights(c.var, startIpAnalysis.needs)
    const start = async (): Promise<string> => {
      const leave = limits.counts.take('uploads', c.var.caller)
      try {
        const { body, fileName } = await uploadOf(c)
        const declared = Number(c.req.header('content-length') ?? 0)
        return await startIpAnalysis(writeCtxFor(deps, c.var), { body, fileName, declared })
      } finally {
        leave()
      }
    }
    if (isOfForm(c)) return leadFormOn(c, start, '/ip/analysis') as never
    return c.json({ uuid: await start(), state: 'queued' as const }, 200)
  })
  app.openapi(list, async (c) => {
    const found = await ipAnalyses(ctxFor(deps, c.var), c.req.valid('query'))
    return c.json({ items: found.map(wire.wiredAnalysis) }, 200)
  })
  app.openapi(get, async (c) => {
    const ctx = ctxFor(deps, c.var)
    const { id } = c.req.valid('param')
    const asked = c.req.valid('query')
    const tags = inApiWords(deps.tags)
    const accept = c.req.header('accept') ?? ''
    const wantsFile =
      asked.export_type !== undefined || /\btext\/csv\b|\bapplication\/x-ndjson\b/.test(accept)
    const format = asked.file_format
    if (asked.export_type === 'ignored') {
      const { analysis, ignored } = await ipAnalysis(ctx, { id })
      return sendFile(c, appDeps, ignoredFile(ignored, format), {
        analysis,
        part: 'ignored',
        format,
      }) as never
    }
    if (wantsFile) {
      const part: AnalysisPart = asked.export_type ?? 'all'
      const { analysis, rows } = await exportIpAnalysis(ctx, { id, part })
      return sendFile(c, appDeps, fileOf(rows, { format, tags }), { analysis, part, format }) as never
    }
    const { analysis, counts, ignored } = await ipAnalysis(ctx, { id })
    const [seen, unseen] = await Promise.all([
      seenInList(ctx, {
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
    const { report, places } = seen
    if (!report.ran) throw invalidQuery(report.query, report.diagnostics)
    return c.json(
      {
        ...wire.wiredAnalysis(analysis),
        counts: Object.fromEntries(
          Object.entries(counts).map(([part, count]) => [part.replaceAll('-', '_'), count]),
        ),
        ignored,
        count: report.total,
        data: report.rows.map((document) => ({
          ...presentIpRecord(document, tags, deps.reference.service(document.ip)),
          in_list: places[document.ip] ?? null,
        })),
        scroll_token: report.nextToken ?? '',
        unseen: unseen.rows,
        unseen_next: unseen.next,
      },
      200,
    )
  })
  app.openapi(change, async (c) => {
    const { id } = c.req.valid('param')
    const changed = await changeIpAnalysis(writeCtxFor(deps, c.var), { id, ...c.req.valid('json') })
    return c.json(wire.wiredAnalysis(changed), 200)
  })
  app.openapi(cancel, async (c) => {
    await cancelIpAnalysis(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The analysis ends.' }, 200)
  })
  app.openapi(remove, async (c) => {
    await removeIpAnalysis(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The analysis is gone.' }, 200)
  })
}
