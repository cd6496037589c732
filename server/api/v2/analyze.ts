import { createRoute } from '@hono/zod-openapi'
import { ipLists } from '#services/analysis/ip-lists.ts'
import { startIpAnalysis } from '#services/analysis/start.ts'
import { requireRights } from '#services/access.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { uploadOf } from '../../http/upload.ts'
import { answers } from '../described.ts'
import { presentStats } from '../present/stats.ts'
import { publicRefusals } from '../refusals.ts'
import * as wire from '../wire/analysis.ts'

const security = [{ key: [] }]

const upload = createRoute({
  method: 'post',
  path: '/v2/analyze/upload',
  summary: 'Analyze a file of addresses, sent in the field `file` of a form',
  security,
  requestBody: {
    required: true,
    description: 'Any text that holds addresses',
    content: {
      'multipart/form-data': {
        schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
      },
    },
  },
  responses: {
    ...answers('Taken; ask for it by its id', wire.started),
    ...publicRefusals(
      'invalid-input',
      'unauthorized',
      'forbidden',
      'too-large',
      'too-slow',
      'rate-limited',
      'busy',
    ),
  },
})
const get = createRoute({
  method: 'get',
  path: '/v2/analyze/{id}',
  summary: 'What came of it; ask again until `state` is completed',
  security,
  request: { params: wire.analysisId },
  responses: {
    ...answers('How far it is, and what was found', wire.analyzedV2),
    ...publicRefusals('invalid-input', 'unauthorized', 'forbidden', 'not-found', 'busy'),
  },
})

/** Addresses of each of the three lists; all are counted. */
const most = 10_000
const percentage = (part: number, all: number): number =>
  all === 0 ? 0 : Math.round((10_000 * part) / all) / 100

/** As existing clients analyze files (public API notes, 2.12). */
export function analyzeV2Routes(app: App, { deps, limits }: AppDeps): void {
  app.openapi(upload, async (c) => {
    requireRights(c.var, startIpAnalysis.needs)
    const leave = limits.counts.take('lists', c.var.caller)
    try {
      const sent = await uploadOf(c)
      // Clients name the file "file", whatever is in it.
      const fileName = sent.fileName === 'file' ? '' : sent.fileName
      const uuid = await startIpAnalysis(writeCtxFor(deps, c.var), { ...sent, fileName })
      return c.json({ uuid, state: 'queued' as const }, 200)
    } finally {
      leave()
    }
  })
  app.openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    const { analysis, seen, services, unknown, stats } = await ipLists(ctxFor(deps, c.var), { id, most })
    const unique = seen.count + services.count + unknown.count
    return c.json(
      {
        uuid: analysis.id,
        state: analysis.state,
        details: {
          unique_ips: unique,
          noise_ips: seen.count,
          non_noise_ips: unique - seen.count,
          riot_ips: services.count,
          percentage_of_noise_ips: percentage(seen.count, unique),
          percentage_of_riot_ips: percentage(services.count, unique),
          noise_ips_found: seen.first,
          riot_ips_found: services.first,
          unknown_ips: unknown.first,
        },
        stats: presentStats('', stats, deps.tags).stats,
      },
      200,
    )
  })
}
