import { createRoute } from '@hono/zod-openapi'
import { ReadableStream } from 'node:stream/web'
import { allChanges, type ChangeRow, workspaceChanges } from '#services/operator/changes.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
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
    const { workspace, since } = c.req.valid('query')
    return ndjson(await allChanges(writeCtxFor(deps, c.var), { workspace, since: timeOf(since) })) as never
  })
  app.openapi(own, async (c) => {
    const { since } = c.req.valid('query')
    const rows = await workspaceChanges(ctxFor(deps, c.var), { since: timeOf(since) })
    return ndjson(rows, 'noisefloor-changes.ndjson') as never
  })
}

const timeOf = (since: string | undefined): number => (since === undefined ? 0 : Date.parse(since))

/** @param name of the file that a browser keeps */
function ndjson(rows: AsyncIterable<ChangeRow>, name?: string): Response {
  const encoder = new TextEncoder()
  async function* text() {
    for await (const { at, ...row } of rows)
      yield encoder.encode(`${JSON.stringify({ ...row, at: new Date(at).toISOString() })}\n`)
  }
  return new Response(ReadableStream.from(text()) as BodyInit, {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      ...(name !== undefined && { 'content-disposition': `attachment; filename="${name}"` }),
    },
  })
}
