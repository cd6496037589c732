import { createRoute } from '@hono/zod-openapi'
import { writeCtxFor } from '#services/context.ts'
import { listKeys, revokeKey } from '#services/operator/keys.ts'
import { changeWorkspace, listWorkspaces } from '#services/operator/workspaces.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { tokenParam } from '../wire/account.ts'
import { snakeKeys } from '../wire/case.ts'
import { message } from '../wire/message.ts'
import * as wire from '../wire/operator.ts'

const security = [{ key: [] }]

const workspaces = createRoute({
  method: 'get',
  path: '/api/operator/workspaces',
  summary: 'Every workspace of this installation, for its operator',
  security,
  responses: { ...answers('Oldest first', wire.workspaces), ...refusals('unauthorized', 'forbidden') },
})
const change = createRoute({
  method: 'put',
  path: '/api/operator/workspaces/{id}',
  summary: 'Rename a workspace, or make one of its members the owner',
  security,
  request: { params: tokenParam, ...takes(wire.workspaceChange) },
  responses: {
    ...answers('Done', message),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const keys = createRoute({
  method: 'get',
  path: '/api/operator/keys',
  summary: 'Every key of this installation, for its operator',
  security,
  request: { query: wire.keysAsked },
  responses: {
    ...answers('By workspace', wire.keys),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const revoke = createRoute({
  method: 'delete',
  path: '/api/operator/keys/{id}',
  summary: 'End a key of whichever workspace',
  security,
  request: { params: tokenParam },
  responses: {
    ...answers('It opens nothing any more', message),
    ...refusals('unauthorized', 'forbidden', 'not-found', 'conflict'),
  },
})

/** Workspaces and keys of the whole installation. */
export function operatorWorkspaceRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(workspaces, async (c) => {
    const all = await listWorkspaces(writeCtxFor(deps, c.var))
    return c.json(wire.workspaces.parse({ workspaces: all }), 200)
  })
  app.openapi(change, async (c) => {
    await changeWorkspace(writeCtxFor(deps, c.var), { ...c.req.valid('param'), ...c.req.valid('json') })
    return c.json({ message: 'The workspace is changed.' }, 200)
  })
  app.openapi(keys, async (c) => {
    const all = await listKeys(writeCtxFor(deps, c.var), c.req.valid('query'))
    return c.json(wire.keys.parse(snakeKeys({ keys: all })), 200)
  })
  app.openapi(revoke, async (c) => {
    await revokeKey(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The key opens nothing any more.' }, 200)
  })
}
