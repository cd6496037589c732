import type { Right } from '#services/access.ts'

/** What a call that is not built yet takes besides the key, by the name of its part (specification sections 2 and 7). */
export const laterRules: Record<string, readonly Right[]> = {
  Alerts: ['workspace'],
  Blocklists: ['workspace', 'feature-blocklists-gnql'],
  'Event feeds': ['workspace', 'feature-feeds'],
  'Analysis of a list of addresses': ['workspace', 'feature-search-ips-bulk'],
  'Analysis of a list of CVEs': ['workspace', 'feature-search-cves-bulk'],
  'Similarity of addresses': ['workspace'],
  'Sift reports': ['workspace', 'feature-sensors', 'feature-sift'],
  Sessions: ['workspace', 'feature-analyze-raw-data'],
  'Plain lists of the addresses of a tag': ['feature-search-tags'],
  'Queries over past hours': ['feature-search-ips'],
  'Look-ups in the list of business services': [],
  'Callback addresses': [],
  Articles: [],
  'Requests to the operators of the hosted service': [],
}
