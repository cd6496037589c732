import { limitOf, type Plan } from '#model/entitlements.ts'
import { refuse } from '#model/errors.ts'

/** Those that have not ended count against the plan. @throws Refusal 'conflict' where it allows no more beside them */
export function requirePlace(plan: Plan, kept: number): void {
  const most = limitOf(plan, 'feature-sensors')
  if (most !== null && kept >= most)
    throw refuse('conflict', `Your plan allows ${most} sensors: remove one first.`)
}
