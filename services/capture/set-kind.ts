import { z } from 'zod'
import { Refusal, refuse } from '#model/errors.ts'
import { type Vantage, vantages } from '#model/session.ts'
import type { OpenTask } from '#store/app/tasks.ts'
import type { WorkspaceStore } from '#store/app/workspace.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'

/** A change of what a capture was taken at that is not done. */
export interface KindChange {
  kind: Vantage
  /** failed: it was tried several times and is not tried again; the capture is as it was, or in part as asked. */
  status: 'queued' | 'running' | 'failed'
  /** Error of the last attempt; "" if there was none. */
  lastError: string
}

export const kindTask = 'capture-kind'

export const askedKind = z.object({ capture: z.string(), kind: z.enum(vantages) })

/** Changes of one workspace that may wait. */
const maxWaiting = 100

/**
 * Changes what a capture was taken at. It is done in the background, by whichever server comes to it (change-kinds.ts), also after
 * a restart; the last word counts.
 * @returns what is under way; null where the capture is of that kind and nothing waits
 * @throws Refusal 'not-found' when the workspace has no such capture; 'busy' when too many wait
 */
export const setKind = verb(
  ['workspace', 'ingest'],
  async (
    { workspace, clock, onKindAsked }: Pick<WriteCtx, 'workspace' | 'clock' | 'scope' | 'onKindAsked'>,
    { id, kind }: { id: string; kind: Vantage },
  ): Promise<KindChange | null> => {
    const capture = await workspace.captures.get(id)
    if (!capture) throw refuse('not-found', `Your workspace has no capture ${id}.`)
    const open = await workspace.tasks.open(kindTask)
    const waiting = changesIn(open, clock()).get(id)
    if (waiting?.status === 'failed' || waiting?.kind !== kind) {
      if (!waiting && capture.vantage === kind) return null
      // Each word about one capture is another; those that were given up wait for nothing.
      if (open.filter(({ isDone }) => !isDone).length >= maxWaiting)
        throw new Refusal('busy', {
          message: `${maxWaiting} changes of your workspace wait already: ask again when some are done.`,
          retryAfter: 30,
        })
      await workspace.tasks.enqueue({ kind: kindTask, payload: { capture: id, kind }, now: clock() })
      onKindAsked()
    }
    return { kind, status: 'queued', lastError: '' }
  },
)

/** Changes that are not done, by capture; the last one asked for where there are several. */
export const kindChanges = async (
  { tasks }: Pick<WorkspaceStore, 'tasks'>,
  now: number,
): Promise<Map<string, KindChange>> => changesIn(await tasks.open(kindTask), now)

function changesIn(open: readonly OpenTask[], now: number): Map<string, KindChange> {
  const changes = new Map<string, KindChange>()
  for (const { payload, isDone, leasedUntil, lastError } of open) {
    const asked = askedKind.safeParse(payload).data
    if (!asked) continue
    const status = isDone ? 'failed' : leasedUntil > now ? 'running' : 'queued'
    changes.set(asked.capture, { kind: asked.kind, status, lastError })
  }
  return changes
}
