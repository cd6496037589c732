import { type EntitlementId, can, type Plan } from '#model/entitlements.ts'
import { refuse } from '#model/errors.ts'
import type { Scope } from './scope.ts'

/** What a plan gives: an entitlement, or what comes with its offering. */
export type Right = EntitlementId | 'data-export'

/** Data export comes with any offering except community (specification §8). */
export const has = (plan: Plan, right: Right): boolean =>
  right === 'data-export' ? plan.offering !== 'community' : can(plan, right)

/** @throws Refusal 'forbidden' with the rights that the plan of who asks lacks */
export function requireRights({ scope }: { scope: Scope }, needs: readonly Right[]): void {
  const missing = needs.filter((right) => !has(scope.plan, right))
  if (missing.length > 0) throw refuse('forbidden', 'You do not have access to this page.', { missing })
}

/** What the product can do for somebody, and the rights it takes: pages, API and exports call nothing else. */
export interface Verb<C, Input extends unknown[], Output> {
  (ctx: C, ...input: Input): Promise<Output>
  /** All of them are needed; none: it is everybody's. */
  readonly needs: readonly Right[]
}

/** Declares a verb: nothing of `run` happens for whoever lacks one of the rights. */
export function verb<C extends { scope: Scope }, Input extends unknown[], Output>(
  needs: readonly Right[],
  run: (ctx: C, ...input: Input) => Promise<Output>,
): Verb<C, Input, Output> {
  const allowed = async (ctx: C, ...input: Input): Promise<Output> => {
    requireRights(ctx, needs)
    return run(ctx, ...input)
  }
  return Object.assign(allowed, { needs })
}
