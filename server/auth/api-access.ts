import type { MiddlewareHandler } from 'hono'
import { requireRights } from '#services/access.ts'
import type { Env } from '../http/env.ts'

/**
 * The API as programs use it: the public calls by anybody, and every call with a key. What the pages ask for their visitors
 * (`/api` without a key) is the pages' right.
 */
export const apiAccess: MiddlewareHandler<Env> = async (c, next) => {
  const scope = c.get('scope')
  if (scope.kind === 'workspace' || /^\/v\d\//.test(c.req.path)) requireRights({ scope }, ['feature-api'])
  await next()
}
