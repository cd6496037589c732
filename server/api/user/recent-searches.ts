import { createRoute } from '@hono/zod-openapi'
import {
  forgetSearch,
  forgetSearches,
  listRecentSearches,
  rememberSearches,
} from '#services/account/recent-searches.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { tokenParam } from '../wire/account.ts'
import { message } from '../wire/message.ts'
import * as wire from '../wire/recent-searches.ts'

const path = '/api/user/searches'

const list = createRoute({
  method: 'get',
  middleware: signedInOnly,
  path,
  summary: 'What who is signed in searched for lately',
  responses: { ...answers('Newest first', wire.recentSearches), ...refusals('unauthorized', 'forbidden') },
})
const remember = createRoute({
  method: 'put',
  middleware: signedInOnly,
  path,
  summary: 'Remember searches, each once; the oldest make room',
  request: takes(wire.remember),
  responses: {
    ...answers('What is remembered', wire.recentSearches),
    ...refusals('invalid-input', 'unauthorized', 'forbidden'),
  },
})
const forgetAll = createRoute({
  method: 'delete',
  middleware: signedInOnly,
  path,
  summary: 'Forget all searches',
  responses: { ...answers('Forgotten', message), ...refusals('unauthorized', 'forbidden') },
})
const forget = createRoute({
  method: 'delete',
  middleware: signedInOnly,
  path: `${path}/{id}`,
  summary: 'Forget a search',
  request: { params: tokenParam },
  responses: { ...answers('Forgotten', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
})

/** What who is signed in searched for: theirs alone, in every workspace. */
export function recentSearchRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(list, async (c) => {
    c.header('cache-control', 'no-store')
    return c.json({ searches: await listRecentSearches(ctxFor(deps, c.var)) }, 200)
  })
  app.openapi(remember, async (c) => {
    await rememberSearches(writeCtxFor(deps, c.var), c.req.valid('json'))
    return c.json({ searches: await listRecentSearches(ctxFor(deps, c.var)) }, 200)
  })
  app.openapi(forgetAll, async (c) => {
    await forgetSearches(writeCtxFor(deps, c.var))
    return c.json({ message: 'All searches are forgotten.' }, 200)
  })
  app.openapi(forget, async (c) => {
    await forgetSearch(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The search is forgotten.' }, 200)
  })
}
