import type { EntitlementId } from '#model/entitlements.ts'

/** A part of the product that clients know and this version does not have. */
export interface LaterCapability {
  /** What it would answer, for the person who reads the refusal. */
  name: string
  /** Entitlement that its calls will demand. */
  needs?: EntitlementId
  /** Its calls act for a workspace: a visitor gets 401. */
  workspace?: true
}

export const laterCapabilities = {
  alerts: { name: 'Alerts', workspace: true },
  blocklists: { name: 'Blocklists', needs: 'feature-blocklists-gnql', workspace: true },
  feeds: { name: 'Event feeds', needs: 'feature-feeds', workspace: true },
  bulkIps: { name: 'Analysis of a list of addresses', needs: 'feature-search-ips-bulk' },
  bulkCves: { name: 'Analysis of a list of CVEs', needs: 'feature-search-cves-bulk' },
  similarity: { name: 'Similarity of addresses' },
  sensors: { name: 'Sensors', needs: 'feature-sensors', workspace: true },
  sift: { name: 'Sift reports', needs: 'feature-sift', workspace: true },
  sessions: { name: 'Sessions', needs: 'feature-analyze-raw-data', workspace: true },
  tagAddresses: { name: 'Plain lists of the addresses of a tag', needs: 'feature-search-tags' },
  timeSeries: { name: 'Queries over past hours', needs: 'feature-search-ips' },
  businessServices: { name: 'Look-ups in the list of business services' },
  callbacks: { name: 'Callback addresses' },
  articles: { name: 'Articles' },
  feedback: { name: 'Requests to the operators of the hosted service' },
} as const satisfies Record<string, LaterCapability>

export type LaterCapabilityId = keyof typeof laterCapabilities
