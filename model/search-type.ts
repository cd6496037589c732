/** What a plan lets somebody search (specification §3), each by an entitlement of its own. */
export const searchTypes = ['ips', 'ips-bulk', 'cves', 'cves-bulk', 'tags'] as const
export type SearchType = (typeof searchTypes)[number]

export const searchRight = <Type extends SearchType>(type: Type): `feature-search-${Type}` =>
  `feature-search-${type}`
