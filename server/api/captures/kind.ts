import { createRoute, z } from '@hono/zod-openapi'
import { vantages } from '#model/session.ts'
import { captureList } from '#services/capture/list.ts'
import { setKind } from '#services/capture/set-kind.ts'
import { workspaceOf } from '../../auth/who.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { integerOr } from '../params.ts'
import { refusals } from '../refusals.ts'

const listed = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(vantages),
    bytes: z.number(),
    sessions: z.number(),
    origin: z.string(),
    created: z.number().openapi({ description: 'Milliseconds since 1970 UTC.' }),
  })
  .openapi('Capture')

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

const change = createRoute({
  method: 'patch',
  path: '/api/captures/{id}',
  operationId: 'setCaptureKind',
  summary: 'Say anew what a capture was taken at; its days are tagged anew before this answers',
  security: [{ key: [] }],
  request: {
    params: z.object({ id: z.string().max(64) }),
    body: {
      required: true,
      content: { 'application/json': { schema: z.strictObject({ kind: z.enum(vantages) }) } },
    },
  },
  responses: {
    200: {
      description: 'As it stands now',
      content: {
        'application/json': {
          schema: z.object({
            id: z.string(),
            kind: z.enum(vantages),
            days: z.number().openapi({ description: 'Days that were tagged anew.' }),
          }),
        },
      },
    },
    ...refusals('invalid-input', 'unauthorized', 'not-found', 'busy'),
  },
})

export function captureKinds(app: App, { house }: AppParts): void {
  app.openapi(list, async (c) => {
    const scope = workspaceOf(c.var.scope)
    return c.json({ items: await captureList({ ...house, scope }, c.req.valid('query')) }, 200)
  })
  app.openapi(change, async (c) => {
    const scope = workspaceOf(c.var.scope)
    const asked = { id: c.req.valid('param').id, kind: c.req.valid('json').kind, signal: c.var.signal }
    return c.json(await setKind({ ...house, scope }, asked), 200)
  })
}
