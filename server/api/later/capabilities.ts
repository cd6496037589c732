import type { Right } from '#services/access.ts'

/** A part of the product that clients know and this version does not have. */
export interface LaterCapability {
  /** What it would answer, for the person who reads the refusal. */
  name: string
  /** Rights that its calls will demand, all of them, as its pages do (app/routes/table.ts). */
  needs: readonly Right[]
}

export const laterCapabilities = {
  alerts: { name: 'Alerts', needs: ['workspace'] },
  blocklists: { name: 'Blocklists', needs: ['workspace', 'feature-blocklists-gnql'] },
  feeds: { name: 'Event feeds', needs: ['workspace', 'feature-feeds'] },
  similarity: { name: 'Similarity of addresses', needs: ['workspace'] },
  sift: { name: 'Sift reports', needs: ['workspace', 'feature-sensors', 'feature-sift'] },
  sessions: { name: 'Sessions', needs: ['workspace', 'feature-analyze-raw-data'] },
  tagAddresses: { name: 'Plain lists of the addresses of a tag', needs: ['feature-search-tags'] },
  timeSeries: { name: 'Queries over past hours', needs: ['feature-search-ips'] },
  businessServices: { name: 'Look-ups in the list of business services', needs: [] },
  callbacks: { name: 'Callback addresses', needs: [] },
  articles: { name: 'Articles', needs: [] },
  feedback: { name: 'Requests to the operators of the hosted service', needs: [] },
} as const satisfies Record<string, LaterCapability>

export type LaterCapabilityId = keyof typeof laterCapabilities
