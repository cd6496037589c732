import { createRoute, z } from '@hono/zod-openapi'
import type { Analysis } from '#model/analysis.ts'
import type { Verb } from '#services/access.ts'
import { requireRights } from '#services/access.ts'
import type { StartAnalysis } from '#services/analysis/start.ts'
import { type Ctx, ctxFor, type WriteCtx, writeCtxFor } from '#services/context.ts'
import { holding } from '../../auth/holding.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { uploadOf } from '../../http/upload.ts'
import { answers, takes } from '../described.ts'
import { integerOr } from '../params.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/analysis.ts'
import { message } from '../wire/message.ts'
import { line } from '../wire/text.ts'
import { isOfForm, leadFormOn } from './of-form.ts'

/** What lists of addresses and of CVEs have in common: they are sent, listed, renamed, shared, ended and removed. */
interface Managed {
  /** Path of the list. */
  base: '/api/ip/analysis' | '/api/cves/analysis'
  /** "addresses" or "CVEs". */
  of: string
  start: Verb<WriteCtx, [StartAnalysis], string>
  list: Verb<Ctx, [{ limit?: number | undefined; before?: string | undefined }], Analysis[]>
  change: Verb<WriteCtx, [{ id: string; name?: string | undefined; shared?: boolean | undefined }], Analysis>
  cancel: Verb<WriteCtx, [{ id: string }], void>
  remove: Verb<WriteCtx, [{ id: string }], void>
}

const security = [{ key: [] }]

const routesOf = ({ base, of, ...verbs }: Managed) => ({
  create: createRoute({
    method: 'post',
    path: base,
    summary: `Analyze a list of ${of}: text as the body, or one file in the field \`file\` of a form`,
    security,
    // Described by hand: the body is a stream, which no schema checks.
    requestBody: {
      required: true,
      description: `Whatever holds ${of}, also packed by gzip or zstd`,
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
        'too-slow',
        'unsupported-media',
        'rate-limited',
        'busy',
      ),
    },
  }),
  list: createRoute({
    method: 'get',
    path: base,
    summary: `Your analyses of ${of} and those shared with you, newest first`,
    security,
    request: { query: z.object({ limit: integerOr(50, 1, 200), before: line(64).optional() }) },
    responses: { ...answers('Analyses', wire.analysisList), ...refusals('unauthorized', 'forbidden') },
  }),
  change: createRoute({
    method: 'patch',
    middleware: holding(verbs.change),
    path: `${base}/{id}`,
    summary: 'Give an analysis another name, or share it with the workspace',
    security,
    request: { params: wire.analysisId, ...takes(wire.analysisChange) },
    responses: {
      ...answers('As it is now', wire.analysis),
      ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
    },
  }),
  cancel: createRoute({
    method: 'post',
    path: `${base}/{id}/cancel`,
    summary: 'End an analysis that is not done',
    security,
    request: { params: wire.analysisId },
    responses: { ...answers('It ends', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
  }),
  remove: createRoute({
    method: 'delete',
    path: `${base}/{id}`,
    summary: 'Remove an analysis with what was sent',
    security,
    request: { params: wire.analysisId },
    responses: { ...answers('It is gone', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
  }),
})

export function manageAnalyses(app: App, { deps, limits }: AppDeps, managed: Managed): void {
  const routes = routesOf(managed)
  app.openapi(routes.create, async (c) => {
    const start = async (): Promise<string> => {
      requireRights(c.var, managed.start.needs)
      const leave = limits.counts.take('lists', c.var.caller)
      try {
        return await managed.start(writeCtxFor(deps, c.var), await uploadOf(c))
      } finally {
        leave()
      }
    }
    if (isOfForm(c)) return leadFormOn(c, start, managed.base.slice('/api'.length)) as never
    return c.json({ uuid: await start(), state: 'queued' as const }, 200)
  })
  app.openapi(routes.list, async (c) => {
    const found = await managed.list(ctxFor(deps, c.var), c.req.valid('query'))
    return c.json({ items: found.map(wire.wiredAnalysis) }, 200)
  })
  app.openapi(routes.change, async (c) => {
    const { id } = c.req.valid('param')
    const changed = await managed.change(writeCtxFor(deps, c.var), { id, ...c.req.valid('json') })
    return c.json(wire.wiredAnalysis(changed), 200)
  })
  app.openapi(routes.cancel, async (c) => {
    await managed.cancel(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The analysis ends.' }, 200)
  })
  app.openapi(routes.remove, async (c) => {
    await managed.remove(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The analysis is gone.' }, 200)
  })
}
