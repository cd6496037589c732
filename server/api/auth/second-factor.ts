import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { Refusal, refuse } from '#model/errors.ts'
import { localPath } from '#model/local-path.ts'
import { signInWithCode } from '#services/sign-in/second-factor.ts'
import { isBrowserForm } from '../../auth/browser-form.ts'
import { keepSignIn } from '../../auth/cookies.ts'
import { keepHints } from '../../auth/hints.ts'
import { pending } from '../../auth/pending.ts'
import { accountsCtxOf } from '../../auth/accounts-ctx.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import type { Env } from '../../http/env.ts'
import { answers, takesForm } from '../described.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/auth.ts'
import { goOn, signInError } from './go-on.ts'

const returns = createRoute({
  method: 'post',
  path: '/api/auth/callback/second-factor',
  summary: 'Finish signing in with a code, after the password was right',
  request: takesForm(wire.secondFactor),
  responses: {
    ...answers('Signed in; where to go on', wire.goesTo),
    303: { description: 'For browsers: where to go on' },
    ...refusals('invalid-input', 'unauthorized', 'forbidden'),
  },
})

/** Who has shown the password. */
const shown = pending('noisefloor-code-of', z.object({ user: z.string() }))

/** The password was right: browsers are led to the page that asks for the code, programs send it along. */
export function askForCode(
  c: Context<Env>,
  appDeps: AppDeps,
  user: string,
  { callbackUrl, json }: { callbackUrl: string; json: string | undefined },
) {
  if (!isBrowserForm(c, json))
    throw refuse('unauthorized', 'A code of your second factor is needed besides.', { parameter: 'code' })
  shown.keep(c, appDeps, { user })
  return c.redirect(pageOf({ callbackUrl }), 303)
}

export function secondFactorRoutes(app: App, appDeps: AppDeps): void {
  app.openapi(returns, async (c) => {
    const { code, callback_url: callbackUrl = '/', json } = c.req.valid('form')
    const who = shown.read(c, appDeps)
    try {
      if (!who) throw refuse('unauthorized', 'Show your password first.')
      const begun = await signInWithCode(accountsCtxOf(appDeps, c), { user: who.user, code })
      shown.forget(c, appDeps)
      keepSignIn(c, appDeps, begun.secret)
      keepHints(c, appDeps, begun.user)
      return goOn(c, localPath(callbackUrl), json)
    } catch (error) {
      if (!(error instanceof Refusal) || !isBrowserForm(c, json)) throw error
      const [said, isWorthAnother] = [signInError(error), error.code !== 'forbidden' && who !== null]
      return c.redirect(
        isWorthAnother
          ? pageOf({ callbackUrl, error: said })
          : `/auth-required?${new URLSearchParams({ error: said, redirect: localPath(callbackUrl) })}`,
        303,
      )
    }
  })
}

const pageOf = ({ callbackUrl, error }: { callbackUrl: string; error?: string }): string =>
  `/auth-required?${new URLSearchParams({ step: 'code', ...(error && { error }), redirect: localPath(callbackUrl) })}`
