import type { Context, MiddlewareHandler } from 'hono'
import { noWorkspace } from '#model/account/active-membership.ts'
import type { AppDeps } from '../http/app-deps.ts'
import type { Env } from '../http/env.ts'
import { forgetSignIn, signInSecret } from './cookies.ts'
import { forgetHints } from './hints.ts'
import { isPage } from './is-page.ts'

/** A sign-in of somebody who was removed from the last workspace ends (specification §8). @returns whether it was one */
export async function endHomeless(c: Context<Env>, appDeps: AppDeps): Promise<boolean> {
  const { installation, clock } = appDeps.deps
  const held = c.var.scope.kind === 'visitor' ? signInSecret(c, appDeps) : undefined
  const signIn = held && (await installation.accounts.signIns.find(held, clock()))
  if (!signIn || (await installation.accounts.memberships(signIn.user)).length > 0) return false
  await installation.account(signIn.user).endSignIn(signIn.id)
  forgetSignIn(c, appDeps)
  forgetHints(c)
  return true
}

/** Pages by which they come in again. */
const stillOpen = /^\/(signup\/invite\/|reset-password$)/

/** Whoever loads a page with such a sign-in is led to where it is said. */
export const homelessAreTold =
  (appDeps: AppDeps): MiddlewareHandler<Env> =>
  async (c, next) => {
    const ended = isPage(c) && !stillOpen.test(c.req.path) && endHomeless(c, appDeps)
    // What goes wrong here went wrong before, and is in the log.
    if (ended && (await ended.catch(() => false)))
      return c.redirect(`/auth-required?${new URLSearchParams({ error: noWorkspace })}`, 302)
    return next()
  }
