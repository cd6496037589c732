import type { MiddlewareHandler } from 'hono'
import { requireRights } from '#services/access.ts'
import type { Env } from '../http/env.ts'

/** Of calls that are a person's own: nobody else is told what they would take. @throws Refusal 'unauthorized' */
export const signedInOnly: MiddlewareHandler<Env> = async (c, next) => {
  requireRights(c.var, ['user'])
  await next()
}
