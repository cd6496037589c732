import { createRoute, z } from '@hono/zod-openapi'
import { vantages } from '#model/session.ts'
import { writeCtxFor } from '#services/context.ts'
import { captureList } from '#services/capture/list.ts'
import { type KindChange, setKind } from '#services/capture/set-kind.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { integerOr } from '../params.ts'
import { refusals } from '../refusals.ts'
import { change, listed } from '../wire/capture.ts'
import { line } from '../wire/text.ts'

const list = createRoute({
  method: 'get',
  path: '/api/captures',
  operationId: 'listCaptures',
  summary: 'The captures of your workspace, newest first',
  security: [{ key: [] }],
  request: { query: z.object({ limit: integerOr(100, 1, 1000) }) },
  responses: {
    200: {
      description: 'Captures',
      content: { 'application/json': { schema: z.object({ items: z.array(listed) }) } },
    },
    ...refusals('invalid-input', 'unauthorized'),
  },
})

const set = createRoute({
  method: 'patch',
  path: '/api/captures/{id}',
  operationId: 'setCaptureKind',
  summary: 'Change what a capture was taken at; its days are tagged again in the background',
  security: [{ key: [] }],
  request: {
    params: z.object({ id: line(64) }),
    body: {
      required: true,
      content: { 'application/json': { schema: z.strictObject({ kind: z.enum(vantages) }) } },
    },
  },
  responses: {
    200: {
      description: 'It is of that kind',
      content: { 'application/json': { schema: z.object({ id: z.string(), kind: z.enum(vantages) }) } },
    },
    202: {
      description: 'Accepted: /api/captures shows the status, and `change` is null when it is done',
      content: { 'application/json': { schema: z.object({ id: z.string(), change }) } },
    },
    ...refusals('invalid-input', 'unauthorized', 'not-found', 'busy'),
  },
})

const shown = ({ lastError, ...rest }: KindChange) => ({ ...rest, last_error: lastError })

export function captureKinds(app: App, { deps }: AppDeps): void {
  app.openapi(list, async (c) => {
    const found = await captureList(writeCtxFor(deps, c.var), c.req.valid('query'))
    return c.json({ items: found.map((one) => ({ ...one, change: one.change && shown(one.change) })) }, 200)
  })
  app.openapi(set, async (c) => {
    const { id } = c.req.valid('param')
    const { kind } = c.req.valid('json')
    const found = await setKind(writeCtxFor(deps, c.var), { id, kind })
    return found ? c.json({ id, change: shown(found) }, 202) : c.json({ id, kind }, 200)
  })
}
