import { createRoute, type z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { ReadableStream } from 'node:stream/web'
import { allChanges, type ChangeRow, type LogPart, workspaceChanges } from '#services/operator/changes.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import type { Env } from '../../http/env.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/operator.ts'

const lines = (description: string) => ({
  200: { description, content: { 'application/x-ndjson': { schema: wire.changeLine } } },
})

const all = createRoute({
  method: 'get',
  path: '/api/operator/changes',
  summary: 'Who changed what in this installation, for its operator',
  security: [{ key: [] }],
  request: { query: wire.changesAsked },
  responses: {
    ...lines('A change a line, oldest first'),
    ...refusals('invalid-input', 'unauthorized', 'forbidden'),
  },
})
const own = createRoute({
  method: 'get',
  middleware: signedInOnly,
  path: '/api/workspace/changes/export',
  summary: 'Who changed what in the active workspace, all of it',
  request: { query: wire.changesSince },
  responses: { ...lines('A change a line, oldest first'), ...refusals('invalid-input', 'unauthorized') },
})

/** The audit log as NDJSON, written as it is taken. */
export function changeRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(all, async (c) => {
    const { workspace, ...part } = c.req.valid('query')
    return ndjson(c, await allChanges(writeCtxFor(deps, c.var), { workspace, ...partOf(part) })) as never
  })
  app.openapi(own, async (c) => {
    const rows = await workspaceChanges(ctxFor(deps, c.var), partOf(c.req.valid('query')))
    return ndjson(c, rows, 'noisefloor-changes.ndjson') as never
  })
}

const partOf = ({ since, ...rest }: z.infer<typeof wire.changesSince>): LogPart => ({
  since: since === undefined ? 0 : Date.parse(since),
  ...rest,
})

const lineOf = ({ at, ...row }: ChangeRow): string =>
  `${JSON.stringify({ ...row, at: new Date(at).toISOString() })}\n`

/** @param name of the file that a browser keeps */
function ndjson(c: Context<Env>, pages: AsyncIterable<ChangeRow[]>, name?: string): Response {
  const encoder = new TextEncoder()
  async function* text() {
    try {
      for await (const rows of pages) yield encoder.encode(rows.map(lineOf).join(''))
    } catch (error) {
      // The answer has begun: that it breaks off is all that its reader is told.
      c.var.log.error({ err: error }, 'changes: ended early')
      throw error
    }
  }
  return new Response(ReadableStream.from(text()) as BodyInit, {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      ...(name !== undefined && { 'content-disposition': `attachment; filename="${name}"` }),
    },
  })
}
