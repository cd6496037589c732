import { createRoute } from '@hono/zod-openapi'
import { searchesOf } from '#services/account/searches.ts'
import { endSignIns, listSignIns } from '#services/account/sign-ins.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers } from '../described.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/account.ts'
import { snakeKeys } from '../wire/case.ts'
import { message } from '../wire/message.ts'

const list = createRoute({
  method: 'get',
  middleware: signedInOnly,
  path: '/api/user/sign-ins',
  summary: 'Browsers in which the account is signed in',
  responses: { ...answers('Newest first', wire.signIns), ...refusals('unauthorized') },
})
const endOthers = createRoute({
  method: 'delete',
  middleware: signedInOnly,
  path: '/api/user/sign-ins',
  summary: 'End every other sign-in of the account',
  responses: { ...answers('Done', message), ...refusals('unauthorized') },
})
const endOne = createRoute({
  method: 'delete',
  middleware: signedInOnly,
  path: '/api/user/sign-ins/{id}',
  summary: 'End one sign-in of the account',
  request: { params: wire.tokenParam },
  responses: { ...answers('Done', message), ...refusals('unauthorized', 'not-found') },
})

const searchUse = createRoute({
  method: 'get',
  path: '/api/searches',
  summary: 'How the searches of who asks stand in this week',
  responses: { ...answers('The searches', wire.searches), ...refusals('unauthorized') },
})

/** Where somebody is signed in, and how their searches stand. */
export function ownRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(searchUse, async (c) => {
    c.header('cache-control', 'no-store')
    const use = await searchesOf(ctxFor(deps, c.var))
    return c.json(wire.searches.parse(snakeKeys({ display: use.limit !== null, ...use })), 200)
  })
  app.openapi(list, async (c) => {
    const signIns = await listSignIns(ctxFor(deps, c.var))
    return c.json(wire.signIns.parse(snakeKeys({ signIns })), 200)
  })
  app.openapi(endOthers, async (c) => {
    await endSignIns(writeCtxFor(deps, c.var), {})
    return c.json({ message: 'You are signed out everywhere else.' }, 200)
  })
  app.openapi(endOne, async (c) => {
    await endSignIns(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'That sign-in is over.' }, 200)
  })
}
