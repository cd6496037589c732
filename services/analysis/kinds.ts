import type { AnalysisKind } from '#model/analysis.ts'
import type { EntitlementId, Plan } from '#model/entitlements.ts'

/** What differs between lists of addresses and of CVEs. */
interface Kind {
  needs: EntitlementId
  /** MB that a list may have. */
  maxMb: (plan: Plan) => number
  /** What is said where none can be made of what was sent (specification §5). */
  refusal: string
}

export const kinds: Readonly<Record<AnalysisKind, Kind>> = {
  ips: {
    needs: 'feature-search-ips-bulk',
    maxMb: ({ fileUploadSize }) => fileUploadSize.ipAnalysis,
    refusal: 'Could not create new Analysis. Try updating your IP list.',
  },
  cves: {
    needs: 'feature-search-cves-bulk',
    maxMb: ({ fileUploadSize }) => fileUploadSize.cveAnalysis,
    refusal: 'Could not create new Analysis. Try updating your CVEs list.',
  },
}
