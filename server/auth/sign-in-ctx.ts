import type { Context } from 'hono'
import { signInCtx, type SignInCtx } from '#services/sign-in/ctx.ts'
import type { AppDeps } from '../http/app-deps.ts'
import type { Env } from '../http/env.ts'

/** What signing in works with, for one request. */
export const signInCtxOf = ({ deps, signup }: AppDeps, c: Context<Env>): SignInCtx => {
  const { address, network, scope } = c.var
  return signInCtx(deps, {
    scope,
    signup,
    address,
    network,
    agent: c.req.header('user-agent') ?? '',
  })
}
