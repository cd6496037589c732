import { z } from 'zod'
import { type Audit, openAudit } from '#pipeline/audit/audit.ts'
import type { Drain } from '#pipeline/drain/drain.ts'
import type { Restoring } from '#pipeline/audit/restore.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { openPatrol, type PartsPatrol } from '#store/analytics/parts/patrol.ts'
import { storedByBatch } from '#store/analytics/sessions/stored.ts'
import type { Installation } from '#store/app/installation.ts'
import type { Log } from '#store/log.ts'
import type { Job } from './job.ts'

/** What was promised and what is there, compared in the background. */
export interface Audits {
  audit: Pick<Audit, 'status'>
  parts: Pick<PartsPatrol, 'status'>
  jobs: readonly Job[]
}

const hour = 3_600_000

const damagedParts = z.array(
  z.object({
    table: z.string(),
    part: z.string(),
    partition: z.string(),
    at: z.number(),
    fault: z.string(),
    outcome: z.string(),
  }),
)
const damagedKey = 'damaged parts'

/** Both comparisons: books and spool with the store, and the engine's parts with their checksums. */
export async function openAudits(options: {
  ingest: Omit<Restoring, 'log'>
  installation: Pick<Installation, 'settings'>
  analytics: Analytics
  drain: Drain
  clock: () => number
  log: Log
  batchIdRetentionMs: number
  databases: readonly string[]
  /** How much of the time each of them may take, between 0 and 1. */
  share: number
  /** Sessions of a day were lost with a part of the engine. */
  onSessionsLost: () => void
  /** What reference data said of addresses was lost with a part of the engine, and their records were marked. */
  onFactsLost: () => Promise<void>
}): Promise<Audits> {
  const { ingest, analytics, drain, clock, log, share } = options
  const { settings } = options.installation
  const pause = (tookMs: number): number => Math.min(tookMs * (1 / share - 1), 60_000)
  const audit = openAudit({
    ...ingest,
    log,
    clock,
    batchIdRetentionMs: options.batchIdRetentionMs,
    databases: options.databases,
    drained: () => drain.idle(),
    async stored(day) {
      const stored = await storedByBatch(analytics, day)
      if (drain.status().quarantined === 0) return stored
      const aside = (await drain.quarantined()).get(`${day.origin} ${day.day}`) ?? new Map<string, number>()
      for (const [batch, count] of aside) stored.set(batch, (stored.get(batch) ?? 0) + count)
      return stored
    },
  })
  const patrol = openPatrol({
    analytics,
    clock,
    known: (await settings.get(damagedKey, damagedParts)) ?? [],
    remember: (damaged) => settings.put(damagedKey, damaged),
    onSessionsLost(day) {
      audit.suspect(day)
      options.onSessionsLost()
    },
    onFactsLost: options.onFactsLost,
    onFound: (damaged) => log.error(damaged, 'a part of the engine was damaged'),
  })
  const auditing: Job = {
    name: 'audit',
    about: 'compares what was acknowledged with the spool and the store, and restores what is missing',
    runsOn: 'all',
    pauseMs: pause,
    idleMs: 6 * hour,
    run: (signal) => audit.step(signal),
  }
  const checking: Job = {
    name: 'parts',
    about: 'compares the files of the engine with their checksums',
    runsOn: 'one',
    pauseMs: pause,
    idleMs: hour,
    run: (signal) => patrol.step(signal),
  }
  return { audit, parts: patrol, jobs: [auditing, checking] }
}
