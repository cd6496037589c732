import type { Offering } from '#model/account/offering.ts'
import type { Plan } from '#model/entitlements.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'

/** A plan as the operator reads it. */
export interface PlanListed extends Omit<Plan, 'entitlements'> {
  /** "visitor", "own", "community", "vip", "enterprise". */
  of: string
  entitlements: string[]
}

/** The plans in force, by who asks, and what a new account is given. */
export const plansInForce = verb(
  ['installation'],
  async (ctx: WriteCtx): Promise<{ plans: PlanListed[]; newUser: Offering; consumerDomains: number }> => {
    const { visitor, own, offerings, newUser, consumerDomains } = ctx.plans
    const plans = Object.entries({ visitor, own, ...offerings }).map(([of, { entitlements, ...plan }]) => ({
      of,
      ...plan,
      entitlements: [...entitlements],
    }))
    return { plans, newUser, consumerDomains: consumerDomains.length }
  },
)
