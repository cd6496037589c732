import type { Offering } from './account/offering.ts'
import type { InsightLevel } from './cve.ts'
import { type PcapLimits, usualPcaps } from './pcap.ts'

/** What a plan can switch on, by the specification's ids; limits and plans are data, asked through one `can`. */
export const entitlementIds = [
  'feature-search-ips',
  'feature-search-ips-bulk',
  'feature-search-cves',
  'feature-search-cves-bulk',
  'feature-search-tags',
  'feature-tag-trends',
  'feature-tag-custom',
  'feature-sensors',
  'feature-sensors-hardware',
  'feature-sift',
  'feature-analyze-raw-data',
  'feature-experiments',
  'feature-feeds',
  'feature-blocklists-gnql',
  'feature-alerts',
  'feature-api',
  'feature-trial',
  'feature-consumer-email',
  'feature-ip-source-attrs',
  'feature-ip-vuln-correlation',
  'feature-ip-geo-destination',
  'feature-ip-request-analysis',
  'feature-ip-fingerprint-analysis',
  'feature-ip-protocol-insights',
  'feature-ip-access-insights',
] as const

export type EntitlementId = (typeof entitlementIds)[number]

/** Those whose things are counted: how many of them may be kept at once is a limit of the plan. */
export const limitedIds = [
  'feature-sensors',
  'feature-feeds',
  'feature-blocklists-gnql',
  'feature-alerts',
] as const satisfies readonly EntitlementId[]

export type LimitedId = (typeof limitedIds)[number]

/** Alerts of who lacks the entitlement (specification §9). */
const freeAlerts = 3

export interface Plan {
  name: string
  offering: Offering
  entitlements: ReadonlySet<EntitlementId>
  /** Days of history a query may reach; the product's window is 90. */
  historicDays: number
  /** Searches a week (account/search-week.ts); null: without limit. */
  searchesPerWeek: number | null
  /** Of a legacy plan, instead of those a week: searches a day. */
  searchesPerDay: number | null
  /** How much of a CVE's record is shown. */
  cveInsight: InsightLevel
  /** How many of what is counted may be kept; what is not named, or is null, has no limit. */
  limits: Readonly<Partial<Record<LimitedId, number | null>>>
  fileUploadSize: FileUploadSize
  /** Of `feature-sensors`: files of packets. */
  pcaps: PcapLimits
}

/** MB (a million bytes) that a file for analysis may have, by what is analyzed. */
export interface FileUploadSize {
  ipAnalysis: number
  cveAnalysis: number
}

/** Specification §9. */
const usualUploadSize: FileUploadSize = { ipAnalysis: 100, cveAnalysis: 100 }

/** An own server starts open (design.md §8): visitors read everything, key holders are unlimited. Data, not special cases. */
const reading = entitlementIds.filter(
  (id) =>
    id.startsWith('feature-search') ||
    id.startsWith('feature-ip') ||
    id === 'feature-tag-trends' ||
    id === 'feature-api',
)

/** The plans in force, by who asks. */
export interface Plans {
  visitor: Plan
  /** Of the keys of a workspace that no user owns; all others act as their workspace's owner. */
  own: Plan
  /** Of users, by what their offering is now (account/offering.ts). */
  offerings: Readonly<Record<Offering, Plan>>
  /** What a new account is given. */
  newUser: Offering
  /** Domains of mail that anybody may have an address at: who signed up with one may only search addresses. */
  consumerDomains: readonly string[]
  flags: Flags
  /** What of them a file says; null where none does. All else is as usual. */
  from: PlansFile | null
}

/** What is on for everybody, whatever their plan (specification §6). */
export interface Flags {
  ipSimilarity: boolean
}

/** A file that changes plans. */
export interface PlansFile {
  path: string
  /** Names of the values it says, a plan's behind that plan's: "newUser", "visitor.historicDays", "vip.entitlements". */
  said: ReadonlySet<string>
}

export const visitorPlan: Plan = {
  name: 'Visitor',
  offering: 'enterprise',
  entitlements: new Set(reading),
  historicDays: 90,
  searchesPerWeek: null,
  searchesPerDay: null,
  cveInsight: 'advanced',
  limits: {},
  fileUploadSize: usualUploadSize,
  pcaps: usualPcaps,
}
export const ownPlan: Plan = {
  name: 'Own server',
  offering: 'enterprise',
  // Everything: nothing is left to try, and no address is worth less than another.
  entitlements: new Set(
    entitlementIds.filter((id) => id !== 'feature-trial' && id !== 'feature-consumer-email'),
  ),
  historicDays: 90,
  searchesPerWeek: null,
  searchesPerDay: null,
  cveInsight: 'advanced',
  limits: {},
  fileUploadSize: usualUploadSize,
  pcaps: usualPcaps,
}

/** What an account has that expired, or that nobody gave anything. */
const communityPlan: Plan = {
  name: 'Community',
  offering: 'community',
  entitlements: new Set([
    'feature-search-ips',
    'feature-search-tags',
    'feature-search-cves',
    'feature-tag-trends',
    'feature-trial',
  ]),
  historicDays: 1,
  searchesPerWeek: 50,
  searchesPerDay: null,
  cveInsight: 'basic',
  limits: {},
  fileUploadSize: usualUploadSize,
  pcaps: usualPcaps,
}

export const usualPlans: Plans = {
  visitor: visitorPlan,
  own: ownPlan,
  offerings: {
    community: communityPlan,
    vip: { ...ownPlan, name: 'VIP', offering: 'vip' },
    enterprise: ownPlan,
  },
  newUser: 'enterprise',
  consumerDomains: [],
  flags: { ipSimilarity: true },
  from: null,
}

export function can(plan: Plan, id: EntitlementId): boolean {
  return plan.entitlements.has(id)
}

export const isLimited = (id: EntitlementId): id is LimitedId => limitedIds.some((one) => one === id)

/** How many of what an entitlement gives may be kept at once; null: no limit, or nothing that is counted. */
export function limitOf(plan: Plan, id: EntitlementId): number | null {
  if (id === 'feature-alerts' && !can(plan, id)) return freeAlerts
  return isLimited(id) ? (plan.limits[id] ?? null) : null
}

/** What is left of a plan for who signed up with a consumer address (specification §6): searches of addresses, and the mark of it. */
export const consumerPlan = (plan: Plan): Plan => ({
  ...plan,
  entitlements: new Set(
    [...plan.entitlements, 'feature-consumer-email' as const].filter(
      (id) => id === 'feature-search-ips' || id === 'feature-consumer-email',
    ),
  ),
})
