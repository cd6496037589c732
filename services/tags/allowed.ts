import { can, type EntitlementId } from '#model/entitlements.ts'
import { refuse } from '#model/errors.ts'
import type { Ctx } from '../context.ts'

/** @throws Refusal 'forbidden' when the plan of who asks lacks the entitlement */
export function demand({ scope }: Ctx, id: EntitlementId): void {
  if (!can(scope.plan, id))
    throw refuse('forbidden', 'You do not have access to this page.', { missing: [id] })
}
