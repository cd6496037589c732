import type { Drain } from '#pipeline/drain/drain.ts'
import type { House } from '#services/context.ts'
import type { Retagger } from './retagger.ts'
import type { Refresher } from './refresher.ts'

/** What /readyz tells: is the way from a capture to an answer open, and how far behind is it. */
export interface Readiness {
  ready: boolean
  analytics: 'ok' | string
  database: 'ok' | string
  ingest: {
    waiting_sessions: number
    waiting_bytes: number
    oldest_waiting_seconds: number | null
    stored_sessions: number
    last_stored: string | null
    quarantined_sessions: number
    damaged_bytes: number
    trouble: string | null
  }
  documents: { last_refresh: string | null; trouble: string | null }
  /** Stored days whose tags are brought up to the rules. */
  tags: {
    days: number | null
    days_due: number | null
    days_retagged: number
    working_on: string | null
    trouble: string | null
  }
}

const asInstant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A balancer that asks gives up after a few seconds: an engine that is silent for so long does not answer. */
const patienceMs = 1500

const tried = async (act: () => Promise<unknown>): Promise<'ok' | string> =>
  act().then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

export async function readinessOf(
  house: House,
  { drain, refresher, retagger }: { drain: Drain; refresher: Refresher; retagger: Retagger },
): Promise<Readiness> {
  const [analytics, database] = await Promise.all([
    tried(() => house.analytics.app.ping(AbortSignal.timeout(patienceMs))),
    tried(() => house.db.selectFrom('workspaces').select('id').limit(1).execute()),
  ])
  const ingest = drain.standing()
  const tags = retagger.standing()
  return {
    ready: analytics === 'ok' && database === 'ok',
    analytics,
    database,
    ingest: {
      waiting_sessions: ingest.undrainedSessions,
      waiting_bytes: ingest.undrainedBytes,
      oldest_waiting_seconds:
        ingest.oldestAt === null ? null : Math.round((house.clock() - ingest.oldestAt) / 1000),
      stored_sessions: ingest.storedSessions,
      last_stored: asInstant(ingest.lastStoredAt),
      quarantined_sessions: ingest.quarantined,
      damaged_bytes: ingest.damagedBytes,
      trouble: ingest.trouble,
    },
    documents: {
      last_refresh: asInstant(refresher.standing().lastAt),
      trouble: refresher.standing().trouble,
    },
    tags: {
      days: tags.days,
      days_due: tags.due,
      days_retagged: tags.retagged,
      working_on: tags.workingOn,
      trouble: tags.trouble,
    },
  }
}
