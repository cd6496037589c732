import { createRoute } from '@hono/zod-openapi'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { addNamedKey, listNamedKeys, removeNamedKey } from '#services/workspace/named-keys.ts'
import { inWorkspace } from '../../auth/in-workspace.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { ofWorkspace, rotated, tokenParam } from '../wire/account.ts'
import { snakeKeys } from '../wire/case.ts'
import * as wire from '../wire/keys.ts'
import { message } from '../wire/message.ts'

const list = createRoute({
  method: 'get',
  middleware: signedInOnly,
  path: '/api/workspace/keys',
  summary: 'Keys of the active workspace beside the shared one',
  responses: { ...answers('Newest first', wire.keys), ...refusals('unauthorized', 'forbidden') },
})
const add = createRoute({
  method: 'post',
  middleware: inWorkspace(addNamedKey),
  path: '/api/workspace/keys',
  summary: 'Make a key of a name, for some uses, for a time',
  request: { query: ofWorkspace, ...takes(wire.newKey) },
  responses: {
    ...answers('The key, told this once', rotated),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found', 'conflict'),
  },
})
const remove = createRoute({
  method: 'delete',
  middleware: inWorkspace(removeNamedKey),
  path: '/api/workspace/keys/{id}',
  summary: 'End a key',
  request: { query: ofWorkspace, params: tokenParam },
  responses: {
    ...answers('It opens nothing any more', message),
    ...refusals('unauthorized', 'forbidden', 'not-found'),
  },
})

/** Named keys of the workspace somebody is signed in to. */
export function namedKeyRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(list, async (c) => {
    const keys = await listNamedKeys(ctxFor(deps, c.var))
    return c.json(wire.keys.parse(snakeKeys({ keys })), 200)
  })
  app.openapi(add, async (c) => {
    const { name, scopes, expires_days: expiresDays = null } = c.req.valid('json')
    const { secret } = await addNamedKey(writeCtxFor(deps, c.var), { name, scopes, expiresDays })
    c.header('cache-control', 'no-store')
    return c.json({ key: secret }, 200)
  })
  app.openapi(remove, async (c) => {
    await removeNamedKey(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The key opens nothing any more.' }, 200)
  })
}
