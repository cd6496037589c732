import { limitOf, type Plan } from '#model/entitlements.ts'
import { refuse } from '#model/errors.ts'

/** Whether the plan allows one more beside those that have not ended. */
export function hasPlace(plan: Plan, kept: number): boolean {
  const most = limitOf(plan, 'feature-sensors')
  return most === null || kept < most
}

/** @throws Refusal 'conflict' where the plan allows no more beside those that have not ended */
export function requirePlace(plan: Plan, kept: number): void {
  if (!hasPlace(plan, kept))
    throw refuse(
      'conflict',
      `Your plan allows ${limitOf(plan, 'feature-sensors')} sensors: remove one first.`,
    )
}
