import type { Analysis, IgnoredText } from '#model/analysis.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { cveAnalysis } from './cve-report.ts'
import { ipAnalysis } from './ip-report.ts'
import { kinds } from './kinds.ts'

/** What of a list was not taken, for a file: as all files of lists it takes `data-export`, which its page does not. */
export interface IgnoredOfList {
  analysis: Analysis
  ignored: IgnoredText[]
}

/** Of a list of addresses. @throws Refusal 'not-found' */
export const exportIgnoredIps = verb(
  ['workspace', kinds.ips.needs, 'data-export'],
  (ctx: Ctx, { id }: { id: string }): Promise<IgnoredOfList> => ipAnalysis(ctx, { id }),
)

/** Of a list of CVEs. @throws Refusal 'not-found' */
export const exportIgnoredCves = verb(
  ['workspace', kinds.cves.needs, 'data-export'],
  (ctx: Ctx, { id }: { id: string }): Promise<IgnoredOfList> => cveAnalysis(ctx, { id, size: 1 }),
)
