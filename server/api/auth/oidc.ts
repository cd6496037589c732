import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { Refusal, refuse } from '#model/errors.ts'
import { localPath } from '#model/local-path.ts'
import { requireConfirmed, requireFresh } from '#services/account/fresh.ts'
import { noWorkspace } from '#model/account/active-membership.ts'
import { keepRefresh } from '#services/sign-in/refresh.ts'
import { signInWithIdentity } from '#services/sign-in/with-identity.ts'
import { stepCookie, keepSignIn } from '../../auth/cookies.ts'
import { forgetInvite, keepHints } from '../../auth/hints.ts'
import { isBrowserForm } from '../../auth/browser-form.ts'
import { accountsCtxOf } from '../../auth/accounts-ctx.ts'
import type { Oidc } from '../../auth/oidc.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import type { Env } from '../../http/env.ts'
import { takesForm } from '../described.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/auth.ts'

const moved = { 303: { description: 'Where the browser goes on' } }

const begins = createRoute({
  method: 'post',
  path: '/api/auth/signin/oidc',
  summary: 'Sign in at the provider: leads there',
  request: takesForm(wire.beginsElsewhere),
  responses: {
    200: {
      description: 'Where to go on; for browsers a page that leads there',
      content: { 'application/json': { schema: wire.goesTo } },
    },
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const returns = createRoute({
  method: 'get',
  path: '/api/auth/callback/oidc',
  summary: 'Where the provider sends the browser back',
  responses: {
    200: { description: 'Where to go on', content: { 'application/json': { schema: wire.goesTo } } },
    ...moved,
    ...refusals('unauthorized', 'not-found'),
  },
})

const held = { name: 'noisefloor-oidc', path: '/api/auth' }
const heldSeconds = 15 * 60

/** Signing in by OpenID Connect, where the operator named a provider. */
export function oidcRoutes(app: App, appDeps: AppDeps): void {
  const { deps, oidc } = appDeps
  const redirectUri = (): string => `${deps.publicUrl()}/api/auth/callback/oidc`

  app.openapi(begins, async (c) => {
    const provider = configured(oidc)
    const { callback_url: callbackUrl = '/', hint = 'login', invite, link, json } = c.req.valid('form')
    const { scope } = c.var
    const linkTo = link === 'true' && scope.kind === 'user' ? scope.user.id : null
    // Another way into the account: whoever holds a stolen sign-in opens none.
    if (linkTo !== null) {
      requireFresh({ scope, clock: deps.clock })
      requireConfirmed({ scope })
    }
    const way = { callbackUrl: localPath(callbackUrl), hint, linkTo, invite: invite ?? null }
    const begun = await provider.begin({ redirectUri: redirectUri(), ...way })
    const { name, options } = stepCookie(c, appDeps, held)
    setCookie(c, name, begun.held, { ...options, sameSite: 'Lax', maxAge: heldSeconds })
    const { url } = begun
    // A page, which the description of a JSON call has no word for.
    return isBrowserForm(c, json) ? (leadsTo(c, url) as never) : c.json({ url }, 200)
  })
  app.openapi(returns, async (c) => {
    const provider = configured(oidc)
    const { name, options } = stepCookie(c, appDeps, held)
    const carried = getCookie(c, name)
    deleteCookie(c, name, options)
    try {
      // The address as the provider knows it: behind a proxy the request's own is another.
      const url = new URL(redirectUri())
      url.search = new URL(c.req.url).search
      const { callbackUrl, refresh, ...of } = await provider.finish({ url, held: carried })
      const ctx = accountsCtxOf(appDeps, c)
      const begun = await signInWithIdentity(ctx, of)
      if (refresh) await keepRefresh(ctx, begun.signIn, refresh)
      keepSignIn(c, appDeps, begun.secret)
      keepHints(c, appDeps, begun.user)
      if (of.invite !== null) forgetInvite(c)
      return c.redirect(callbackUrl, 303)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return c.redirect(`/auth-required?${new URLSearchParams({ error: providerError(error) })}`, 303)
    }
  })
}

function configured(oidc: Oidc | null): Oidc {
  if (!oidc) throw refuse('not-found', 'This server has no provider of sign-ins.')
  return oidc
}

/** What the page that asks to sign in is told; it has its own words for each. */
function providerError({ code, message }: Refusal): string {
  if (code === 'busy') return 'OAuthSignin'
  if (code === 'forbidden') return message === noWorkspace ? message : 'InvitationNeeded'
  return code === 'conflict' ? 'OAuthAccountNotLinked' : 'OAuthCallback'
}

/**
 * A page that leads on: browsers hold the redirects of a form to the policy of its page, which names nobody but this server. It works
 * without scripts.
 */
function leadsTo(c: Context<Env>, url: string) {
  c.header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'no-referrer')
  const to = new URL(url).href
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="refresh" content="0;url=${to}" />
          <title>Sign in</title>
        </head>
        <body>
          <a href="${to}">Go on to sign in</a>
        </body>
      </html>`,
  )
}
