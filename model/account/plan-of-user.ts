import { effectiveOffering } from './offering.ts'
import { emailKey, type User } from './user.ts'
import { consumerPlan, type Plan, type Plans } from '../entitlements.ts'

/** The plan of somebody with an account, by their offering and their address of mail; a visitor's until that is verified. */
export function planOfUser(plans: Plans, user: User, now: number): Plan {
  if (!user.emailVerified) return plans.visitor
  const plan = plans.offerings[effectiveOffering(user, now)]
  const domain = emailKey(user.email).split('@').at(-1) ?? ''
  return plans.consumerDomains.includes(domain) ? consumerOf(plan) : plan
}

/** One for each plan: pages are kept by it. */
const consumerPlans = new WeakMap<Plan, Plan>()
function consumerOf(plan: Plan): Plan {
  const known = consumerPlans.get(plan) ?? consumerPlan(plan)
  consumerPlans.set(plan, known)
  return known
}
