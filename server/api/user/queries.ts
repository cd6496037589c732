import { createRoute } from '@hono/zod-openapi'
import {
  listSavedQueries,
  removeSavedQuery,
  renameSavedQuery,
  saveQuery,
  takeOverQueries,
} from '#services/account/saved-queries.ts'
import type { KeptQuery } from '#store/app/accounts/saved-queries.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { tokenParam } from '../wire/account.ts'
import { message } from '../wire/message.ts'
import * as wire from '../wire/saved-queries.ts'

const path = '/api/user/queries'

const list = createRoute({
  method: 'get',
  middleware: signedInOnly,
  path,
  summary: 'Queries that who is signed in saved',
  responses: { ...answers('Newest first', wire.savedQueries), ...refusals('unauthorized', 'forbidden') },
})
const save = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path,
  summary: 'Save a query; one that is saved already gets the view, and the name where one is sent',
  request: takes(wire.toSave),
  responses: {
    ...answers('As it is kept', wire.savedQuery),
    ...refusals('invalid-input', 'invalid-query', 'unauthorized', 'forbidden', 'conflict'),
  },
})
const takeOver = createRoute({
  method: 'put',
  middleware: signedInOnly,
  path,
  summary: 'Take over queries that a browser kept; those that are saved already stay as they are',
  request: takes(wire.toTakeOver),
  responses: {
    ...answers('What was left', wire.takenOver),
    ...refusals('invalid-input', 'unauthorized', 'forbidden'),
  },
})
const rename = createRoute({
  method: 'put',
  middleware: signedInOnly,
  path: `${path}/{id}`,
  summary: 'Give a saved query another name',
  request: { params: tokenParam, ...takes(wire.rename) },
  responses: {
    ...answers('As it is kept', wire.savedQuery),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const remove = createRoute({
  method: 'delete',
  middleware: signedInOnly,
  path: `${path}/{id}`,
  summary: 'Remove a saved query',
  request: { params: tokenParam },
  responses: { ...answers('Removed', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
})

const shown = ({ savedAt, ...query }: KeptQuery) => ({
  ...query,
  saved_at: new Date(savedAt).toISOString(),
})

/** Queries that who is signed in keeps: theirs alone, in every workspace. */
export function savedQueryRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(list, async (c) => {
    c.header('cache-control', 'no-store')
    const queries = await listSavedQueries(ctxFor(deps, c.var))
    return c.json({ queries: queries.map(shown) }, 200)
  })
  app.openapi(save, async (c) => {
    const { saved_at, ...query } = c.req.valid('json')
    const savedAt = saved_at === undefined ? {} : { savedAt: Date.parse(saved_at) }
    return c.json(shown(await saveQuery(writeCtxFor(deps, c.var), { ...query, ...savedAt })), 200)
  })
  app.openapi(takeOver, async (c) => {
    const left = await takeOverQueries(writeCtxFor(deps, c.var), c.req.valid('json'))
    return c.json({ left }, 200)
  })
  app.openapi(rename, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(
      shown(await renameSavedQuery(writeCtxFor(deps, c.var), { id, ...c.req.valid('json') })),
      200,
    )
  })
  app.openapi(remove, async (c) => {
    await removeSavedQuery(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The query is removed.' }, 200)
  })
}
