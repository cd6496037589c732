import type { Context } from 'hono'
import type { AppDeps } from '../http/app-deps.ts'
import type { Env } from '../http/env.ts'
import { keepSignIn } from './cookies.ts'

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
