import { createRoute } from '@hono/zod-openapi'
import { requireRights } from '#services/access.ts'
import { writeCtxFor } from '#services/context.ts'
import { addUser, changeSubscription, listUsers } from '#services/operator/users.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { snakeKeys } from '../wire/case.ts'
import * as wire from '../wire/operator.ts'

const security = [{ key: [] }]

const list = createRoute({
  method: 'get',
  path: '/api/operator/users',
  summary: 'Every account of this installation, for its operator',
  security,
  responses: { ...answers('Oldest first', wire.users), ...refusals('unauthorized', 'forbidden') },
})
const add = createRoute({
  method: 'post',
  path: '/api/operator/users',
  summary: 'A link that makes an account in the workspace of the key, for its operator to hand on',
  security,
  request: takes(wire.newcomer),
  responses: {
    ...answers('The link, which works once, for an hour', wire.link),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'conflict'),
  },
})
const change = createRoute({
  method: 'put',
  path: '/api/operator/users',
  summary: 'Give an account another offering, end or trial',
  security,
  request: takes(wire.subscription),
  responses: {
    ...answers('The account as it is now', wire.listed),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})

/** Accounts of the whole installation. */
export function operatorRoutes(app: App, { deps }: AppDeps): void {
  // Before a body is judged: nobody else is told what it would take.
  app.use('/api/operator/*', async (c, next) => {
    requireRights(c.var, ['workspace', 'installation'])
    await next()
  })
  app.openapi(list, async (c) => {
    const users = await listUsers(writeCtxFor(deps, c.var))
    return c.json(wire.users.parse(snakeKeys({ users })), 200)
  })
  app.openapi(add, async (c) => c.json(await addUser(writeCtxFor(deps, c.var), c.req.valid('json')), 200))
  app.openapi(change, async (c) => {
    const { email, offering, expires, trial } = c.req.valid('json')
    const changed = await changeSubscription(writeCtxFor(deps, c.var), {
      email,
      offering,
      expires,
      trial: trial && { endDate: trial.end_date, offering: trial.offering },
    })
    return c.json(wire.listed.parse(snakeKeys(changed)), 200)
  })
}
