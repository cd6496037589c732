import type { AnalysisKind } from '#model/analysis.ts'
import { listTexts } from '#model/analysis-file.ts'
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
    refusal: listTexts.failed.ips,
  },
  cves: {
    needs: 'feature-search-cves-bulk',
    maxMb: ({ fileUploadSize }) => fileUploadSize.cveAnalysis,
    refusal: listTexts.failed.cves,
  },
}
