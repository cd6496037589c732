import type { EntitlementId } from './entitlements.ts'

/** What people call entitlements, as it stands within a sentence. */
export const entitlementTitles: Readonly<Record<EntitlementId, string>> = {
  'feature-search-ips': 'search for addresses',
  'feature-search-ips-bulk': 'analysis of lists of addresses',
  'feature-search-cves': 'search for CVEs',
  'feature-search-cves-bulk': 'analysis of lists of CVEs',
  'feature-search-tags': 'search for tags',
  'feature-tag-trends': 'trends of tags',
  'feature-tag-custom': 'tags of your own',
  'feature-sensors': 'sensors',
  'feature-sift': 'Sift reports',
  'feature-analyze-raw-data': 'raw data',
  'feature-experiments': 'experiments',
  'feature-feeds': 'event feeds',
  'feature-blocklists-gnql': 'blocklists',
  'feature-alerts': 'alerts',
  'feature-api': 'API',
  'feature-trial': 'asking for a trial',
  'feature-consumer-email': 'consumer address',
  'feature-ip-source-attrs': 'source attributes',
  'feature-ip-vuln-correlation': 'vulnerability correlation',
  'feature-ip-geo-destination': 'destinations',
  'feature-ip-request-analysis': 'request analysis',
  'feature-ip-fingerprint-analysis': 'fingerprint analysis',
  'feature-ip-protocol-insights': 'protocol insights',
  'feature-ip-access-insights': 'access insights',
}
