import type { Enricher } from '#pipeline/enrich/open.ts'
import { backlogSessions, type Drain } from '#pipeline/drain/drain.ts'
import type { Deps } from '#services/context.ts'
import type { MemoryIndex } from '#search-index/open.ts'
import type { Log } from '#store/log.ts'
import type { Settings } from '../settings.ts'
import { analyses, expiredAnalyses } from './analyses.ts'
import { expiredPcaps, oldPackets, pcaps } from './pcaps.ts'
import { type Audits, openAudits } from './audits.ts'
import { captureKinds } from './capture-kinds.ts'
import { answers } from './answers.ts'
import {
  consolidation,
  type Derivation,
  deriveChanged,
  documents,
  retention,
  tagCounts,
} from './derivation.ts'
import type { Job } from './job.ts'
import { reEnrichment } from './re-enrichment.ts'
import { memory } from './memory.ts'
import { openRetagging, type Retagging } from './retagging.ts'
import { openSourceUpdates, type SourceUpdates } from './source-updates.ts'
import { sensors } from './sensors.ts'
import { signIns } from './sign-ins.ts'
import { workspaces } from './workspaces.ts'

/** Everything that runs in the background, and what of it tells more than a job's status. */
export interface JobList {
  list: readonly Job[]
  retagging: Retagging
  audits: Audits
  /** Null where nothing is fetched. */
  updates: SourceUpdates | null
}

export interface JobDeps {
  deps: Deps
  log: Log
  settings: Pick<Settings, 'retentionDays' | 'packets' | 'filesFolder' | 'sourcesUpdate' | 'checksShare'>
  memoryIndex: MemoryIndex
  enricher: Enricher
  drain: Drain
  /** How long batch ids are remembered, milliseconds. */
  batchIdRetentionMs: number
  /** What is wrong with the application's database. */
  databases: readonly string[]
  leads: () => boolean
  /** Something to do has come for a job. */
  wake: (name: string) => void
}

export async function jobList(jobDeps: JobDeps): Promise<JobList> {
  const { deps, memoryIndex, log, settings, enricher, drain, leads, wake } = jobDeps
  const { analytics, clock, resolving } = deps
  const { retentionDays } = settings
  const derivation: Derivation = { analytics, memoryIndex, resolving, retentionDays, clock, log }
  const wakeDocuments = (): void => wake('documents')
  const retagging = openRetagging({
    analytics,
    clock,
    log,
    rules: deps.rules,
    retentionDays,
    leads,
    isFilling: () => drain.status().undrainedSessions >= backlogSessions,
    onRetagged: wakeDocuments,
  })
  const { spool, files, dissection, enrich, installation } = deps
  const { captures } = installation
  enricher.onSwap(() => wake('re-enrichment'))
  const enrichedAgain = reEnrichment({
    analytics,
    settings: installation.settings,
    enricher,
    spool,
    drain,
    refresh: () => deriveChanged(derivation),
    clock,
    log,
  })
  const audits = await openAudits({
    ingest: { spool, files, captures, dissection, enrich, retentionDays },
    installation,
    analytics,
    drain,
    clock,
    log,
    batchIdRetentionMs: jobDeps.batchIdRetentionMs,
    databases: jobDeps.databases,
    share: settings.checksShare,
    onSessionsLost: () => wake('audit'),
    async onFactsLost() {
      await enrichedAgain.again()
      wake('re-enrichment')
    },
  })
  const updates = settings.sourcesUpdate ? openSourceUpdates(deps, log, settings.sourcesUpdate) : null
  return {
    retagging,
    audits,
    updates,
    list: [
      documents(derivation),
      tagCounts(derivation),
      consolidation(derivation),
      retention(derivation),
      retagging.job,
      enrichedAgain,
      captureKinds(deps, wakeDocuments),
      analyses(deps),
      expiredAnalyses(deps),
      pcaps(deps),
      expiredPcaps(deps),
      oldPackets(deps, { ...settings, batchMemoryMs: jobDeps.batchIdRetentionMs }),
      answers(deps, wakeDocuments),
      signIns(deps),
      workspaces(deps),
      sensors({ ...deps, batchMemoryMs: jobDeps.batchIdRetentionMs }),
      ...audits.jobs,
      memory(memoryIndex),
      ...(updates ? [updates.job] : []),
    ],
  }
}
