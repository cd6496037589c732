import type { Context } from 'hono'
import { signInCtx, type SignInCtx } from '#services/sign-in/ctx.ts'
import type { AppDeps } from '../http/app-deps.ts'
import type { Env } from '../http/env.ts'
import { visitorAt } from '../limits/caller.ts'

/** What signing in works with, for one request. */
export const signInCtxOf = ({ deps, attempts, signup }: AppDeps, c: Context<Env>): SignInCtx => {
  const { address, scope } = c.var
  return signInCtx(deps, {
    scope,
    attempts,
    signup,
    address,
    network: visitorAt(address).groups[0].name,
    agent: c.req.header('user-agent') ?? '',
  })
}
