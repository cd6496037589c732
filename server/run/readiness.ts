import type { Deps } from '#services/context.ts'
import type { DemoKeeper, DemoStatus } from './demo.ts'
import type { Audits } from '../jobs/audits.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Runtime } from './runtime.ts'

/** What /readyz tells: is the way from a capture to an answer open, and how far behind is it. */
export interface Readiness {
  ready: boolean
  analytics: 'ok' | string
  database: 'ok' | string
  /** What the system keeps our engine from: "files and network", "files", "nothing"; "elsewhere" for an engine of others. */
  sandbox: string
  ingest: {
    waiting_sessions: number
    waiting_bytes: number
    oldest_waiting_seconds: number | null
    stored_sessions: number
    last_stored: string | null
    quarantined_sessions: number
    damaged_bytes: number
    last_error: string | null
  }
  /** What was promised, compared with what is there; what is missing, by name. */
  promises: {
    checked_at: string | null
    batches: number
    missing_batches: number
    missing_sessions: number
    missing: {
      batch: string
      capture: string
      name: string
      workspace: string
      days: Record<string, number>
      sessions: number
      why: string
    }[]
    remade_batches: number
    restored_rows: number
    databases: string[]
    last_error: string | null
  }
  /** The engine's files, compared with their checksums. */
  parts: {
    checked_at: string | null
    checked: number
    due: number
    damaged: { table: string; part: string; partition: string; at: string; fault: string; outcome: string }[]
  }
  documents: { last_refresh: string | null; last_error: string | null }
  /** Stored days whose tags are brought up to the rules. */
  tags: {
    days: number | null
    days_due: number | null
    days_retagged: number
    working_on: string | null
    last_error: string | null
  }
  /** Work in the background, in the order of the list (server/jobs/list.ts). */
  jobs: {
    name: string
    about: string
    runs_on: 'one' | 'all'
    state: 'running' | 'waiting' | 'elsewhere'
    rounds: number
    last_at: string | null
    took_ms: number | null
    last_error: string | null
  }[]
  demo: DemoStatus
}

const asInstant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A balancer that asks gives up after a few seconds: an engine that is silent for so long does not answer. */
const patienceMs = 1500

const outcomeOf = async (run: () => Promise<unknown>): Promise<'ok' | string> =>
  run().then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

type Working = Pick<Runtime, 'drain' | 'jobs' | 'retagging' | 'audits' | 'sandbox'> & {
  demo: DemoKeeper
}

export async function readinessOf(
  deps: Deps,
  { drain, jobs, retagging, demo, audits, sandbox }: Working,
): Promise<Readiness> {
  const [analytics, database] = await Promise.all([
    outcomeOf(() => deps.analytics.app.ping(AbortSignal.timeout(patienceMs))),
    outcomeOf(() => deps.installation.ping()),
  ])
  const ingest = drain.status()
  const tags = retagging.status()
  return {
    ready: analytics === 'ok' && database === 'ok',
    analytics,
    database,
    sandbox: sandbox(),
    ingest: {
      waiting_sessions: ingest.undrainedSessions,
      waiting_bytes: ingest.undrainedBytes,
      oldest_waiting_seconds:
        ingest.oldestAt === null ? null : Math.round((deps.clock() - ingest.oldestAt) / 1000),
      stored_sessions: ingest.storedSessions,
      last_stored: asInstant(ingest.lastStoredAt),
      quarantined_sessions: ingest.quarantined,
      damaged_bytes: ingest.damagedBytes,
      last_error: ingest.lastError,
    },
    promises: promisesOf(audits, jobs),
    parts: partsOf(audits),
    documents: {
      last_refresh: asInstant(jobs.statusOf('documents').lastAt),
      last_error: jobs.statusOf('documents').lastError,
    },
    tags: {
      days: tags.days,
      days_due: tags.due,
      days_retagged: tags.retagged,
      working_on: tags.workingOn,
      last_error: jobs.statusOf('retagging').lastError ?? tags.lastError,
    },
    jobs: jobs.status().map(({ name, about, runsOn, state, rounds, lastAt, tookMs, lastError }) => ({
      name,
      about,
      runs_on: runsOn,
      state,
      rounds,
      last_at: asInstant(lastAt),
      took_ms: tookMs === null ? null : Math.round(tookMs),
      last_error: lastError,
    })),
    demo: demo.status(),
  }
}

const totalOf = (missing: readonly { sessions: number }[]): number =>
  missing.reduce((sum, { sessions }) => sum + sessions, 0)

/** Sessions that were accepted and are neither stored nor set aside. */
export const missingSessions = ({ audit }: Audits): number => totalOf(audit.status().missing)

/** How many of each are told by name. */
const maxNamed = 20

/** What may be told to whoever reads it: names of one workspace only, or of all (null); what else there is, as counts. */
export const toldTo = (workspace: string | null, { promises, ...rest }: Readiness): Readiness => ({
  ...rest,
  promises: {
    ...promises,
    missing: promises.missing
      .filter((one) => workspace === null || one.workspace === workspace)
      .slice(0, maxNamed),
  },
})

function promisesOf({ audit }: Audits, jobs: Jobs): Readiness['promises'] {
  const { checkedAt, batches, missing, restoredBatches, restored, databases, lastError } = audit.status()
  return {
    checked_at: asInstant(checkedAt),
    batches,
    missing_batches: missing.length,
    missing_sessions: totalOf(missing),
    missing,
    remade_batches: restoredBatches,
    restored_rows: restored,
    databases,
    last_error: jobs.statusOf('audit').lastError ?? lastError ?? jobs.statusOf('parts').lastError,
  }
}

function partsOf({ parts }: Audits): Readiness['parts'] {
  const { checkedAt, checked, due, damaged } = parts.status()
  return {
    checked_at: asInstant(checkedAt),
    checked,
    due,
    damaged: damaged.slice(-maxNamed).map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
  }
}
