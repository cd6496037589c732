import type { Deps } from '#services/context.ts'
import { removeExpired } from '#services/analysis/remove-expired.ts'
import { openAnalysisRunner } from '#services/analysis/run-next.ts'
import type { Job } from './job.ts'

const hour = 3_600_000

export const analysesName = 'analyses'

export const analyses = (deps: Deps): Job => ({
  name: analysesName,
  about: 'reads lists of addresses and CVEs that were sent to be analyzed',
  runsOn: 'all',
  pauseMs: () => 0,
  idleMs: 5000,
  run: openAnalysisRunner(deps),
})

export const expiredAnalyses = (deps: Deps): Job => ({
  name: 'old analyses',
  about: 'removes analyses that are past their time',
  runsOn: 'all',
  pauseMs: () => 1000,
  idleMs: hour,
  run: () => removeExpired(deps),
})
