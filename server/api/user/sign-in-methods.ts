import { createRoute } from '@hono/zod-openapi'
import { proveSelf } from '#services/account/fresh.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSignInMethods,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#services/account/second-factor.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { renewSignIn } from '../../auth/renew.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { nothing } from '../wire/account.ts'
import { snakeKeys } from '../wire/case.ts'
import * as wire from '../wire/sign-in-methods.ts'
import { message } from '../wire/message.ts'

const prove = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/user/proof',
  summary: 'Show the present password again: ten minutes in which the ways to sign in can be changed',
  request: takes(wire.proof),
  responses: { ...answers('Shown', message), ...refusals('invalid-input', 'unauthorized', 'forbidden') },
})
const get = createRoute({
  method: 'get',
  middleware: signedInOnly,
  path: '/api/user/second-factor',
  summary: 'How the account is signed in to: password, second factor, passkeys',
  responses: { ...answers('The methods', wire.signInMethods), ...refusals('unauthorized') },
})
const begin = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/user/second-factor',
  summary: 'A seed for an authenticator app; it counts once a first code of it was right',
  request: takes(nothing),
  responses: {
    ...answers('The seed, told this once', wire.seed),
    ...refusals('unauthorized', 'forbidden', 'conflict'),
  },
})
const confirm = createRoute({
  method: 'put',
  middleware: signedInOnly,
  path: '/api/user/second-factor',
  summary: 'The first code: from now on signing in asks for one',
  request: takes(wire.firstCode),
  responses: {
    ...answers('Recovery codes, told this once', wire.recoveryCodes),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'conflict'),
  },
})
const remove = createRoute({
  method: 'delete',
  middleware: signedInOnly,
  path: '/api/user/second-factor',
  summary: 'Ask for no code any more',
  responses: { ...answers('Done', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
})
const renew = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/user/recovery-codes',
  summary: 'New recovery codes; those before work no more',
  request: takes(nothing),
  responses: {
    ...answers('Told this once', wire.recoveryCodes),
    ...refusals('unauthorized', 'forbidden', 'not-found'),
  },
})

/** How the account of who is signed in is signed in to. */
export function signInMethodRoutes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps
  app.use('/api/user/second-factor', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  app.openapi(prove, async (c) => {
    const { current_password: password } = c.req.valid('json')
    await proveSelf(writeCtxFor(deps, c.var), { password })
    await renewSignIn(c, appDeps, { isProven: true })
    return c.json({ message: 'It is you.' }, 200)
  })
  app.openapi(get, async (c) =>
    c.json(wire.signInMethods.parse(snakeKeys(await getSignInMethods(ctxFor(deps, c.var)))), 200),
  )
  app.openapi(begin, async (c) => c.json(await beginSecondFactor(writeCtxFor(deps, c.var)), 200))
  app.openapi(confirm, async (c) => {
    const { recoveryCodes } = await confirmSecondFactor(writeCtxFor(deps, c.var), c.req.valid('json'))
    await renewSignIn(c, appDeps)
    return c.json({ recovery_codes: recoveryCodes }, 200)
  })
  app.openapi(remove, async (c) => {
    await removeSecondFactor(writeCtxFor(deps, c.var))
    return c.json({ message: 'No code is asked for any more.' }, 200)
  })
  app.openapi(renew, async (c) => {
    c.header('cache-control', 'no-store')
    const { recoveryCodes } = await renewRecoveryCodes(writeCtxFor(deps, c.var))
    return c.json({ recovery_codes: recoveryCodes }, 200)
  })
}
