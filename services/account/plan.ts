import { effectiveOffering, type Offering } from '#model/account/offering.ts'
import type { SearchUse } from '#model/account/search-week.ts'
import {
  can,
  type EntitlementId,
  entitlementIds,
  type FileUploadSize,
  isLimited,
  limitOf,
  type Plan,
} from '#model/entitlements.ts'
import type { PcapLimits } from '#model/pcap.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { getUser } from './get-user.ts'

/** What a plan gives, a line an entitlement. A limit of null is none. */
export interface Entitlement {
  id: EntitlementId
  hasAccess: boolean
  limit: number | null
  /** null where nothing is counted. */
  usage: number | null
  /** Instant at which `usage` begins anew, ISO; null where nothing is counted. */
  usageReset: string | null
}

export interface PlanSeen {
  name: string
  offering: Offering
  historicDays: number
  cveInsight: string
  fileUploadSize: FileUploadSize
  pcaps: PcapLimits
  /** The last day of a trial that is active. */
  trialEnds: string | null
  entitlements: Entitlement[]
}

/** The plan that counts for who is signed in. */
export const planOf = verb(['user'], async (ctx: Ctx): Promise<PlanSeen> => {
  const { user } = await getUser(ctx)
  const { plan } = ctx.scope
  const use: SearchUse = await ctx.searches.use()
  const sensors = await ctx.workspace.sensors.kept()
  return {
    name: plan.name,
    offering: effectiveOffering(user, ctx.clock()),
    historicDays: plan.historicDays,
    cveInsight: plan.cveInsight,
    fileUploadSize: plan.fileUploadSize,
    pcaps: plan.pcaps,
    trialEnds: user.trialActive ? (user.trial?.endDate ?? null) : null,
    entitlements: entitlementIds.map((id) => ({
      id,
      hasAccess: can(plan, id),
      ...(id === 'feature-search-ips' && use.limit !== null ? ofSearches(use) : kept(plan, id, sensors)),
    })),
  }
})

const ofSearches = ({ limit, usage, usageReset }: SearchUse) => ({ limit, usage, usageReset })

/** Of what is kept, and does not begin anew: sensors of the workspace; of all else none is there yet, since this version makes none. */
const kept = (plan: Plan, id: EntitlementId, sensors: number) => ({
  limit: limitOf(plan, id),
  usage: isLimited(id) ? (id === 'feature-sensors' ? sensors : 0) : null,
  usageReset: null,
})
