import { z } from 'zod'
import { Refusal, refuse } from '#model/errors.ts'
import { type Vantage, vantages } from '#model/session.ts'
import { getCapture } from '#store/app/captures.ts'
import { enqueueJob, openJobs } from '#store/app/jobs.ts'
import type { AppDatabase } from '#store/app/tables.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { workspaceOf } from '../scope.ts'

/** A change of what a capture was taken at that is not done. */
export interface KindChange {
  kind: Vantage
  /** failed: it was tried several times and is not tried again; the capture is as it was, or in part as asked. */
  status: 'queued' | 'running' | 'failed'
  /** Error of the last attempt; "" if there was none. */
  lastError: string
}

export const kindJob = 'capture-kind'

export const askedKind = z.object({ workspace: z.string(), capture: z.string(), kind: z.enum(vantages) })

/** Changes of one workspace that may wait. */
const maxWaiting = 100

/**
 * Changes what a capture was taken at. It is done in the background, by whichever server comes to it (change-kinds.ts), also after
 * a restart; the last word counts.
 * @returns what is under way; null where the capture is of that kind and nothing waits
 * @throws Refusal 'not-found' when the workspace has no such capture; 'busy' when too many wait
 */
export const setKind = verb(
  ['workspace'],
  async (
    { db, clock, scope }: Pick<WriteCtx, 'db' | 'clock' | 'scope'>,
    { id, kind }: { id: string; kind: Vantage },
  ): Promise<KindChange | null> => {
    const { workspace } = workspaceOf(scope)
    const capture = await getCapture(db, id)
    if (!capture || capture.workspace !== workspace)
      throw refuse('not-found', `Your workspace has no capture ${id}.`)
    const changes = await kindChanges(db, workspace, clock())
    const waiting = changes.get(id)
    if (waiting?.status === 'failed' || waiting?.kind !== kind) {
      if (!waiting && capture.vantage === kind) return null
      if (changes.size >= maxWaiting)
        throw new Refusal('busy', {
          message: `${maxWaiting} changes of your workspace wait already: ask again when some are done.`,
          retryAfter: 30,
        })
      await enqueueJob(db, { kind: kindJob, payload: { workspace, capture: id, kind }, now: clock() })
    }
    return { kind, status: 'queued', lastError: '' }
  },
)

/** Changes that are not done, by capture; the last one asked for where there are several. */
export async function kindChanges(
  db: AppDatabase,
  workspace: string,
  now: number,
): Promise<Map<string, KindChange>> {
  const changes = new Map<string, KindChange>()
  for (const { payload, isDone, leasedUntil, lastError } of await openJobs(db, kindJob)) {
    const asked = askedKind.safeParse(payload).data
    if (asked?.workspace !== workspace) continue
    const status = isDone ? 'failed' : leasedUntil > now ? 'running' : 'queued'
    changes.set(asked.capture, { kind: asked.kind, status, lastError })
  }
  return changes
}
