import type { MiddlewareHandler } from 'hono'
import { refuse } from '#model/errors.ts'
import { requireRights, type Right } from '#services/access.ts'
import { tenantOf } from '#services/scope.ts'
import type { Env } from '../http/env.ts'

/**
 * Of calls about the active workspace, for who has the rights of their verb. A page says which one it shows: in another tab its user may
 * have switched since, and what was meant for one is not done to the other. The parameter never chooses a workspace: another one than that
 * of who asks is answered as one that nobody has.
 * @throws Refusal 'unauthorized', 'forbidden', 'not-found'
 */
export const inWorkspace =
  ({ needs }: { needs: readonly Right[] }): MiddlewareHandler<Env> =>
  async (c, next) => {
    requireRights(c.var, ['user', ...needs])
    const workspace = c.req.query('active_workspace')
    if (workspace !== undefined && workspace !== tenantOf(c.var.scope))
      throw refuse('not-found', 'There is no such workspace.')
    await next()
  }
