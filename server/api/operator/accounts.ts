import { createRoute } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import { writeCtxFor } from '#services/context.ts'
import { removeAccount, resetAccount, signOutAccount } from '#services/operator/accounts.ts'
import { plansInForce } from '#services/operator/plans.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { tokenParam } from '../wire/account.ts'
import { snakeKey, snakeKeys } from '../wire/case.ts'
import { message } from '../wire/message.ts'
import * as wire from '../wire/operator.ts'

const security = [{ key: [] }]
const params = tokenParam

const remove = createRoute({
  method: 'delete',
  path: '/api/operator/users/{id}',
  summary: 'Delete an account',
  security,
  request: { params },
  responses: {
    ...answers('Done', message),
    ...refusals('unauthorized', 'forbidden', 'not-found', 'conflict'),
  },
})
const signOut = createRoute({
  method: 'delete',
  path: '/api/operator/users/{id}/sign-ins',
  summary: 'End every sign-in of an account',
  security,
  request: { params },
  responses: { ...answers('Done', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
})
const reset = createRoute({
  method: 'post',
  path: '/api/operator/users/{id}/reset',
  summary: 'A link that chooses a new password, for the operator to hand on',
  security,
  request: { params, ...takes(wire.reset) },
  responses: {
    ...answers('The link, which works once, for an hour', wire.link),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found', 'conflict'),
  },
})
const plans = createRoute({
  method: 'get',
  path: '/api/operator/plans',
  summary: 'The plans in force, by who asks',
  security,
  responses: { ...answers('The plans', wire.plans), ...refusals('unauthorized', 'forbidden') },
})

/** What the operator does for accounts, and the plans they have. */
export function operatorAccountRoutes(app: App, { deps, localAccounts }: AppDeps): void {
  app.openapi(remove, async (c) => {
    await removeAccount(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The account is deleted.' }, 200)
  })
  app.openapi(signOut, async (c) => {
    await signOutAccount(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'Every sign-in of the account is over.' }, 200)
  })
  app.openapi(reset, async (c) => {
    const { without_second_factor: withoutSecondFactor = false } = c.req.valid('json')
    // The link would open nothing.
    if (!localAccounts)
      throw refuse('conflict', 'People sign in by the provider of this server alone: there are no passwords.')
    c.header('cache-control', 'no-store')
    const ctx = writeCtxFor(deps, c.var)
    return c.json(await resetAccount(ctx, { ...c.req.valid('param'), withoutSecondFactor }), 200)
  })
  app.openapi(plans, async (c) => {
    const all = await plansInForce(writeCtxFor(deps, c.var))
    // Names of members, which are written as the members are.
    const named = <T extends { fromFile: string[] }>(of: T): T => ({
      ...of,
      fromFile: of.fromFile.map(snakeKey),
    })
    return c.json(wire.plans.parse(snakeKeys(named({ ...all, plans: all.plans.map(named) }))), 200)
  })
}
