import type { MiddlewareHandler } from 'hono'
import { refuse } from '#model/errors.ts'
import { requireRights, type Right } from '#services/access.ts'
import { type Scope, tenantOf } from '#services/scope.ts'
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
    requireActive(c.var.scope, c.req.query('active_workspace'))
    await next()
  }

/** @throws Refusal 'not-found' for another workspace than the one that is active */
export function requireActive(scope: Scope, workspace: string | undefined): void {
  if (workspace !== undefined && workspace !== tenantOf(scope))
    throw refuse('not-found', 'There is no such workspace.')
}
