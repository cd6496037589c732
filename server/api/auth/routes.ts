import { createRoute } from '@hono/zod-openapi'
import { noWorkspace } from '#model/account/active-membership.ts'
import { Refusal, refuse } from '#model/errors.ts'
import { localPath } from '#model/local-path.ts'
import { accountsCtxOf } from '../../auth/accounts-ctx.ts'
import { refreshSignIn } from '#services/sign-in/refresh.ts'
import { signIn } from '#services/sign-in/sign-in.ts'
import { isBrowserForm } from '../../auth/browser-form.ts'
import { csrfCookie, forgetSignIn, keepCsrf, keepSignIn } from '../../auth/cookies.ts'
import { csrfOfSignIn, isCsrf, newCsrf } from '../../auth/csrf.ts'
import { forgetHints, keepHints } from '../../auth/hints.ts'
import { endHomeless } from '../../auth/homeless.ts'
import { captchaHeader } from '../../captcha/captcha.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takesForm } from '../described.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/auth.ts'
import { goOn, signInError } from './go-on.ts'
import { askForCode } from './second-factor.ts'

/** The one provider that needs no configuration: address and password, kept here. */
const localProvider = {
  id: 'local',
  name: 'Email and password',
  type: 'credentials',
  signin_url: '/api/auth/signin/local',
  callback_url: '/api/auth/callback/local',
}

const oidc = {
  id: 'oidc',
  type: 'oidc',
  signin_url: '/api/auth/signin/oidc',
  callback_url: '/api/auth/callback/oidc',
}

const moved = { 303: { description: 'For browsers: where to go on' } }

const providers = createRoute({
  method: 'get',
  path: '/api/auth/providers',
  summary: 'How people can sign in',
  responses: { ...answers('By id', wire.providers), ...refusals('unauthorized') },
})
const csrf = createRoute({
  method: 'get',
  path: '/api/auth/csrf',
  summary: 'A token that forms of this server send along',
  responses: { ...answers('The token', wire.csrf), ...refusals('unauthorized') },
})
const session = createRoute({
  method: 'get',
  path: '/api/auth/session',
  summary: 'Whether this browser is signed in, and as whom',
  responses: { ...answers('The session', wire.session), ...refusals('unauthorized') },
})
const begins = (path: string) =>
  createRoute({
    method: 'post',
    path,
    summary: 'Begin to sign in: answers where',
    request: takesForm(wire.begins),
    responses: {
      ...answers('Where to go on', wire.goesTo),
      ...moved,
      ...refusals('invalid-input', 'unauthorized'),
    },
  })
const returns = (path: string) =>
  createRoute({
    method: 'post',
    path,
    summary: 'Sign in with address and password',
    request: takesForm(wire.credentials),
    responses: {
      ...answers('Signed in; where to go on', wire.goesTo),
      ...moved,
      ...refusals('invalid-input', 'unauthorized', 'forbidden'),
    },
  })
const ends = createRoute({
  method: 'post',
  path: '/api/auth/signout',
  summary: 'Sign out',
  request: takesForm(wire.ends),
  responses: {
    ...answers('Signed out; where to go on', wire.goesTo),
    ...moved,
    ...refusals('invalid-input', 'unauthorized'),
  },
})

/** Signing in and out, as browsers and programs of the auth module do it. */
export function authRoutes(app: App, appDeps: AppDeps): void {
  const { secret, clock, installation } = appDeps.deps

  const elsewhere = appDeps.oidc && { ...oidc, name: appDeps.oidc.name }
  const local = appDeps.localAccounts && localProvider
  app.openapi(providers, (c) =>
    c.json({ ...(local && { local }), ...(elsewhere && { oidc: elsewhere }) }, 200),
  )
  app.openapi(csrf, (c) => {
    c.header('cache-control', 'no-store')
    const { scope } = c.var
    if (scope.kind === 'user') return c.json({ csrf_token: csrfOfSignIn(secret, scope.user.signIn) }, 200)
    const { token, cookie } = newCsrf(secret)
    keepCsrf(c, appDeps, cookie)
    return c.json({ csrf_token: token }, 200)
  })
  app.openapi(session, async (c) => {
    c.header('cache-control', 'no-store')
    const { scope } = c.var
    const { oidc: provider } = appDeps
    const error =
      scope.kind === 'user' && provider
        ? await refreshSignIn(accountsCtxOf(appDeps, c), { ask: (token) => provider.refresh(token) })
        : (await endHomeless(c, appDeps))
          ? noWorkspace
          : null
    // What a page asked for after this would be a visitor's: logging out (specification §4) is done with this answer.
    if (scope.kind === 'user' && error !== null) {
      forgetSignIn(c, appDeps)
      forgetHints(c)
    }
    const isSignedIn = scope.kind === 'user' && error === null
    const whyOver = error === null ? null : { error }
    return c.json(
      {
        data: isSignedIn
          ? {
              user: { id: scope.user.id, name: scope.user.name, email: scope.user.email },
              active_workspace: scope.workspace,
            }
          : whyOver,
        last_refreshed_at: new Date(clock()).toISOString(),
        loading: false,
        status: isSignedIn ? ('authenticated' as const) : ('unauthenticated' as const),
        refresh_token: null,
      },
      200,
    )
  })
  for (const path of ['/api/auth/signin', '/api/auth/signin/local'])
    app.openapi(begins(path), (c) => {
      const { callback_url: callbackUrl, json } = c.req.valid('form')
      const search =
        callbackUrl === undefined ? '' : `?${new URLSearchParams({ redirect: localPath(callbackUrl) })}`
      return goOn(c, `/auth-required${search}`, json)
    })
  for (const path of ['/api/auth/callback', '/api/auth/callback/local'])
    app.openapi(returns(path), async (c) => {
      const {
        email,
        password,
        code,
        captcha_token: token,
        callback_url: callbackUrl = '/',
        json,
      } = c.req.valid('form')
      try {
        await appDeps.captcha?.check(c.req.header(captchaHeader) ?? token)
        const begun = await signIn(accountsCtxOf(appDeps, c), {
          email,
          password,
          ...(code !== undefined && { code }),
        })
        if ('asksCodeOf' in begun) return askForCode(c, appDeps, begun.asksCodeOf, { callbackUrl, json })
        keepSignIn(c, appDeps, begun.secret)
        keepHints(c, appDeps, begun.user)
        return goOn(c, localPath(callbackUrl), json)
      } catch (error) {
        if (!(error instanceof Refusal) || !isBrowserForm(c, json)) throw error
        const search = new URLSearchParams({ error: signInError(error), redirect: localPath(callbackUrl) })
        return c.redirect(`/auth-required?${search}`, 303)
      }
    })
  app.openapi(ends, async (c) => {
    const { csrf_token: csrfToken, callback_url: callbackUrl = '/', json } = c.req.valid('form')
    const { scope } = c.var
    const signedIn = scope.kind === 'user' ? scope.user : null
    const of = { signIn: signedIn?.signIn ?? null, cookie: csrfCookie(c, appDeps) }
    if (!isCsrf(secret, csrfToken, of))
      throw refuse('invalid-input', 'Could not fetch CSRF Token for signing out')
    if (signedIn) await installation.account(signedIn.id).endSignIn(signedIn.signIn)
    forgetSignIn(c, appDeps)
    forgetHints(c)
    return goOn(c, localPath(callbackUrl), json)
  })
}
