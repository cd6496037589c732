import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { User } from '#model/account/user.ts'
import { can, entitlementIds } from '#model/entitlements.ts'
import type { AppDeps } from '../http/app-deps.ts'
import type { Env } from '../http/env.ts'
import { forgetChunks, keepChunks } from './chunks.ts'
import { isSecure } from './cookies.ts'
import { planOfUser } from '#model/account/plan-of-user.ts'

/** The client cookies of the specification (§3): hints for scripts in the browser. They decide nothing, and nobody here reads them. */

const entitlementsName = 'stigg-entitlements'

/** Told when somebody signs in, and when what they say changes. */
export function keepHints(c: Context<Env>, appDeps: AppDeps, user: User): void {
  const { plans, clock } = appDeps.deps
  const plan = planOfUser(plans, user, clock())
  const secure = isSecure(c, appDeps)
  const keep = (name: string, value: string, httpOnly = false): void =>
    setCookie(c, name, value, { path: '/', sameSite: 'Lax', secure, httpOnly, maxAge: 90 * 86_400 })
  // Where somebody wanted to go before they signed in is over, and may be the link of an invitation.
  deleteCookie(c, 'redirectUrl', { path: '/' })
  keep('userEmail', user.email)
  keep('activeWorkspace', user.activeWorkspace)
  keep('stigg-plan', plan.name)
  keep('flags', JSON.stringify(plans.flags))
  // A marker: the key itself is in no cookie.
  keep('workspaceApiKey', can(plan, 'feature-api') ? 'held-by-the-server' : 'none', true)
  const held = JSON.stringify(entitlementIds.filter((id) => can(plan, id)))
  keepChunks(c, { name: entitlementsName, value: held }, keep)
}

/** The invitation was accepted, and waits no more. */
export const forgetInvite = (c: Context<Env>): void => void deleteCookie(c, 'workspaceInvite', { path: '/' })

/** Exactly those that logging out clears (specification §4); activeWorkspace and the settings of the browser stay. */
export function forgetHints(c: Context<Env>): void {
  for (const name of [
    'userEmail',
    'workspaceInvite',
    'workspaceApiKey',
    'redirectUrl',
    'flags',
    'stigg-plan',
  ])
    deleteCookie(c, name, { path: '/' })
  forgetChunks(c, entitlementsName)
}
