import type { Context } from 'hono'
import { accountsCtx, type AccountsCtx } from '#services/sign-in/accounts-ctx.ts'
import type { AppDeps } from '../http/app-deps.ts'
import type { Env } from '../http/env.ts'

/** What signing in works with, for one request. */
export const accountsCtxOf = ({ deps, signup }: AppDeps, c: Context<Env>): AccountsCtx => {
  const { address, network, scope } = c.var
  return accountsCtx(deps, {
    scope,
    signup,
    address,
    network,
    agent: c.req.header('user-agent') ?? '',
  })
}
