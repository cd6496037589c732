import type { MiddlewareHandler } from 'hono'
import { requireRights, type Right } from '#services/access.ts'
import type { Env } from '../http/env.ts'

/** Of calls that by a key or signed in take the rights of their verb: nobody else is told what they would take. @throws Refusal 'unauthorized', 'forbidden' */
export const holding =
  ({ needs }: { needs: readonly Right[] }): MiddlewareHandler<Env> =>
  async (c, next) => {
    requireRights(c.var, needs)
    await next()
  }
