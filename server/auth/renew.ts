import type { Context } from 'hono'
import type { AppDeps } from '../http/app-deps.ts'
import type { Env } from '../http/env.ts'
import { keepSignIn } from './cookies.ts'
import { keepHints } from './hints.ts'

/** Gives the sign-in of a request another secret: after a gain of rights what somebody copied before opens nothing. */
export async function renewSignIn(
  c: Context<Env>,
  appDeps: AppDeps,
  { isProven = false }: { isProven?: boolean } = {},
): Promise<void> {
  const { scope } = c.var
  if (scope.kind !== 'user') return
  const { installation, clock } = appDeps.deps
  const { signIns } = installation.accounts
  const secret = await signIns.rotate(scope.user.signIn, ...(isProven ? [clock()] : []))
  if (secret !== null) keepSignIn(c, appDeps, secret)
}

/** Tells the browser anew what its hints say, after a change of the account it is signed in to: its address, plan or workspace. */
export async function renewHints(c: Context<Env>, appDeps: AppDeps): Promise<void> {
  const { scope } = c.var
  const user = scope.kind === 'user' && (await appDeps.deps.installation.accounts.get(scope.user.id))
  if (user) keepHints(c, appDeps, user)
}
