import { consolidateDocuments } from '#store/analytics/documents/consolidate.ts'
import { pauseAfter, pauseAfterConsolidation } from '#store/analytics/documents/pace.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import type { MemoryIndex } from '#search-index/open.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { nightly } from '#store/analytics/retention/nightly.ts'
import { pauseAfterCounting, refreshTagCounts } from '#store/analytics/tag-counts/refresh.ts'
import type { Log } from '#store/log.ts'
import type { Job } from './job.ts'
import { whenWritten } from './when-written.ts'

/** Jobs that derive what readers read from the sessions and days that came. */

const hour = 3_600_000

export interface Derivation {
  analytics: Analytics
  memoryIndex: MemoryIndex
  /** Reverse names are being asked for. */
  resolving: boolean
  retentionDays: number
  clock: () => number
  log: Log
}

/** Derives the documents of addresses that changed. @returns whether there were any */
export async function deriveChanged({
  analytics,
  memoryIndex,
  resolving,
  clock,
  log,
}: Omit<Derivation, 'retentionDays'>): Promise<boolean> {
  const reads: Promise<void>[] = []
  // What a query finds is there before their verdicts are logged and their marks gone.
  const onWritten = (): void => void reads.push(memoryIndex.refreshed())
  const { addresses, tooMuch } = await refreshDocuments(analytics, { now: clock(), resolving, onWritten })
  if (tooMuch.length > 0)
    log.error({ addresses: tooMuch.slice(0, 10) }, 'documents: facts too many for one record')
  await Promise.all(reads)
  return addresses > 0
}

export const documents = (derivation: Derivation): Job => ({
  name: 'documents',
  about: 'derives the records of addresses that changed',
  runsOn: 'one',
  pauseMs: pauseAfter,
  run: whenWritten(derivation.analytics, () => deriveChanged(derivation)),
})

export const tagCounts = ({ analytics, clock }: Pick<Derivation, 'analytics' | 'clock'>): Job => ({
  name: 'tag counts',
  about: 'counts the addresses of each tag, on days and among records that changed',
  runsOn: 'one',
  pauseMs: pauseAfterCounting,
  run: whenWritten(analytics, async () => {
    const { days, reach } = await refreshTagCounts(analytics, { now: clock() })
    return days > 0 || reach
  }),
})

export const consolidation = ({ analytics }: Derivation): Job => ({
  name: 'consolidation',
  about: 'folds small generations of documents into larger ones',
  runsOn: 'one',
  pauseMs: pauseAfterConsolidation,
  run: whenWritten(analytics, async (signal) => (await consolidateDocuments(analytics, { signal })) > 0),
})

export const retention = ({ analytics, clock, retentionDays }: Derivation): Job => ({
  name: 'retention',
  about: 'removes what is past the retention and derives addresses whose oldest day left the window',
  runsOn: 'one',
  pauseMs: () => hour,
  async run() {
    await nightly(analytics, { now: clock(), retentionDays })
    return true
  },
})
