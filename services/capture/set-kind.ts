import { Refusal, refuse } from '#model/errors.ts'
import type { Vantage } from '#model/session.ts'
import { setKindOfBatch } from '#pipeline/ingest/capture.ts'
import { daysOfCapture } from '#store/analytics/sessions/days.ts'
import { retag } from '#store/analytics/rebuild/retag.ts'
import { getCapture, setCaptureKind } from '#store/app/captures.ts'
import type { House } from '../context.ts'
import type { Scope } from '../scope.ts'

export interface SetKind {
  id: string
  kind: Vantage
  /** Ends when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Milliseconds until what was accepted before must be stored. */
  patienceMs?: number
}

type Parts = Pick<House, 'analytics' | 'db' | 'spool' | 'drained'> & {
  rules: Pick<House['rules'], 'tagging' | 'counting'>
  scope: Extract<Scope, { kind: 'workspace' }>
}

/** Workspaces with a change under way: each takes the engine for whole days. */
const changing = new Set<string>()

/**
 * Says anew what a capture was taken at. Its days are tagged and derived anew before this answers; one that is cut off leaves
 * each day as it was or as it should be, and may be asked for again.
 * @throws Refusal 'not-found' when the workspace has no such capture; 'busy' with Retry-After while another change of the
 * workspace is under way, or what was accepted before is not stored in time; the signal's reason once it ended
 */
export async function setKind(
  house: Parts,
  asked: SetKind,
): Promise<{ id: string; kind: Vantage; days: number }> {
  const { workspace } = house.scope
  if (changing.has(workspace))
    throw new Refusal('busy', {
      message: 'Your workspace is changing the kind of a capture already: ask again when that is done.',
      retryAfter: 5,
    })
  changing.add(workspace)
  try {
    return await change(house, asked)
  } finally {
    changing.delete(workspace)
  }
}

async function change(
  house: Parts,
  { id, kind, signal, patienceMs = 10_000 }: SetKind,
): Promise<{ id: string; kind: Vantage; days: number }> {
  const { analytics, db, scope, rules, spool } = house
  const capture = await getCapture(db, id)
  if (!capture || capture.workspace !== scope.workspace)
    throw refuse('not-found', `Your workspace has no capture ${id}.`)
  // What still waits in the spool would come in as it was.
  await settled(house.drained(), signal, patienceMs)
  const days = await daysOfCapture(analytics, { workspace: scope.workspace, capture: id })
  for (const { origin, day } of days) {
    signal.throwIfAborted()
    await retag(analytics, {
      origin,
      day,
      tagging: rules.tagging,
      counting: rules.counting,
      taken: { capture: id, at: kind },
    })
  }
  await setCaptureKind(db, { id, workspace: scope.workspace, vantage: kind })
  setKindOfBatch(spool, capture.batch, kind)
  return { id, kind, days: days.length }
}

/** While the engine is away nothing is stored: whoever waits for that is told to come again. */
async function settled(drained: Promise<void>, signal: AbortSignal, patienceMs: number): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const late = setTimeout(
    () =>
      reject(
        new Refusal('busy', {
          message: 'Sessions that were accepted before are not stored yet: ask again in a while.',
          retryAfter: 30,
        }),
      ),
    patienceMs,
  )
  drained.then(resolve, reject)
  try {
    await promise
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', leave)
  }
}
