import type { Offering } from '#model/account/offering.ts'
import {
  can,
  type EntitlementId,
  entitlementIds,
  limitOf,
  type LimitedId,
  limitedIds,
  type Plan,
} from '#model/entitlements.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'

/** A plan as the operator reads it. */
export interface PlanListed extends Omit<Plan, 'entitlements' | 'limits'> {
  /** "visitor", "own", "community", "vip", "enterprise". */
  of: string
  entitlements: EntitlementId[]
  /** Those it has not. */
  lacking: EntitlementId[]
  /** How many of what is counted may be kept; null: without limit. */
  limits: { id: LimitedId; limit: number | null }[]
  /** Which of its values the file says; all others are built in. */
  fromFile: string[]
}

export interface PlansInForce {
  plans: PlanListed[]
  newUser: Offering
  /** How many there are. */
  consumerDomains: number
  /** What is switched on, whatever the plan. */
  flags: { name: string; on: boolean }[]
  /** The file that changes them, on the server; null where there is none. */
  file: string | null
  /** Which of `newUser`, `consumerDomains` and `flags` it says. */
  fromFile: string[]
}

/** The plans in force, by who asks, what a new account is given, and where each value comes from. */
export const plansInForce = verb(['installation'], async (ctx: WriteCtx): Promise<PlansInForce> => {
  const { visitor, own, offerings, newUser, consumerDomains, flags, from } = ctx.plans
  const said = [...(from?.said ?? [])]
  const plans = Object.entries({ visitor, own, ...offerings }).map(([of, plan]) => ({
    ...plan,
    of,
    entitlements: entitlementIds.filter((id) => can(plan, id)),
    lacking: entitlementIds.filter((id) => !can(plan, id)),
    limits: limitedIds.map((id) => ({ id, limit: limitOf(plan, id) })),
    fromFile: said.flatMap((name) => (name.startsWith(`${of}.`) ? name.slice(of.length + 1) : [])),
  }))
  return {
    plans,
    newUser,
    consumerDomains: consumerDomains.length,
    flags: Object.entries(flags).map(([name, on]) => ({ name, on })),
    file: from?.path ?? null,
    fromFile: said.filter((name) => !name.includes('.')),
  }
})
