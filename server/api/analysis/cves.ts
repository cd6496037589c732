import { createRoute, z } from '@hono/zod-openapi'
import { analysisFormats } from '#model/analysis.ts'
import { cancelCveAnalysis } from '#services/analysis/cancel.ts'
import { changeCveAnalysis } from '#services/analysis/change.ts'
import { cveAnalysis, exportCveAnalysis } from '#services/analysis/cve-report.ts'
import { exportIgnoredCves } from '#services/analysis/export-ignored.ts'
import { cveAnalyses } from '#services/analysis/list.ts'
import { removeCveAnalysis } from '#services/analysis/remove.ts'
import { startCveAnalysis } from '#services/analysis/start.ts'
import { ctxFor } from '#services/context.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { integerOr } from '../params.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/analysis.ts'
import { orCveFile } from '../wire/analysis-files.ts'
import { cveFile } from './cve-file.ts'
import { fileFormat } from './format.ts'
import { ignoredFile } from './ignored-file.ts'
import { manageAnalyses } from './manage.ts'
import { sendFile } from './send-file.ts'

const base = '/api/cves/analysis'

const get = createRoute({
  method: 'get',
  path: `${base}/{id}`,
  summary: 'What is known of the CVEs of a list; with `export_type` a file of it',
  security: [{ key: [] }],
  request: {
    params: wire.analysisId,
    query: z.object({
      page: integerOr(1, 1, 100_000),
      size: integerOr(50, 1, 1000),
      export_type: z.enum(['all', 'ignored']).optional(),
      file_format: z
        .enum(analysisFormats)
        .optional()
        .openapi({ description: 'Of a file: csv where nothing is said' }),
    }),
  },
  responses: {
    200: { description: 'A page of the list, or the file', content: orCveFile(wire.cveAnalysisAnswer) },
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found', 'busy'),
  },
})

export function cveAnalysisRoutes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps
  manageAnalyses(app, appDeps, {
    base,
    of: 'CVEs',
    start: startCveAnalysis,
    list: cveAnalyses,
    change: changeCveAnalysis,
    cancel: cancelCveAnalysis,
    remove: removeCveAnalysis,
  })
  app.openapi(get, async (c) => {
    const ctx = ctxFor(deps, c.var)
    const { id } = c.req.valid('param')
    const asked = c.req.valid('query')
    const { page, size } = asked
    const part = asked.export_type ?? 'all'
    const format = fileFormat(c, asked)
    if (format && part === 'ignored') {
      const { analysis, ignored } = await exportIgnoredCves(ctx, { id })
      return sendFile(c, appDeps, ignoredFile(ignored, format), { analysis, part, format }) as never
    }
    if (format && part === 'all') {
      const { analysis, rows } = await exportCveAnalysis(ctx, { id })
      return sendFile(c, appDeps, cveFile(rows, format), { analysis, part, format }) as never
    }
    const { analysis, ...found } = await cveAnalysis(ctx, { id, page, size })
    return c.json({ ...wire.wiredAnalysis(analysis), ...wire.wiredCves(found) }, 200)
  })
}
