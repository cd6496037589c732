import { Refusal } from '#model/errors.ts'
import type { Vantage } from '#model/session.ts'
import { isOfSensor, setKindOfBatch } from '#pipeline/ingest/capture.ts'
import { daysOfCapture } from '#store/analytics/sessions/days.ts'
import { retag } from '#store/analytics/rebuild/retag.ts'
import type { OpenTask } from '#store/app/tasks.ts'
import type { WorkspaceStore } from '#store/app/workspace.ts'
import type { Deps } from '../context.ts'
import { askedKind, kindTask } from './set-kind.ts'

type ChangeDeps = Pick<Deps, 'analytics' | 'installation' | 'rules' | 'spool' | 'drained' | 'clock'>

/** Milliseconds for which a change is one server's alone; whoever died meanwhile has lost it. */
const leaseMs = 30 * 60_000
/** Tries of a change that fails for another reason than that the store is busy, and milliseconds between them. */
const maxAttempts = 5
const pauseMs = 30_000

/**
 * Does the change that waits longest (set-kind.ts): days are tagged and derived anew one after the other; one that is cut off leaves
 * each day as it was or as it should be, and is done again.
 * @param patienceMs how long what was accepted before may take to be stored
 * @returns the capture that was changed, or was to be; null when nothing waits
 */
export async function changeNextKind(
  deps: ChangeDeps,
  { signal, patienceMs = 10_000 }: { signal: AbortSignal; patienceMs?: number },
): Promise<string | null> {
  const { installation, clock } = deps
  const [task] = await installation.tasks.take({ kinds: [kindTask], now: clock(), leaseMs, limit: 1 })
  if (!task) return null
  const asked = askedKind.parse(task.payload)
  const workspace = installation.workspace(task.workspace)
  try {
    const others = await openChanges(workspace, asked.capture)
    // The last word counts: what was asked for before it and waits to be tried again, or was given up, is over.
    if (!others.some(({ id, isDone }) => id > task.id && !isDone)) {
      const earlier = others.filter(({ id }) => id < task.id)
      if (earlier.some(({ leasedUntil }) => leasedUntil > clock()))
        throw new Refusal('busy', {
          message: 'An earlier change of this capture is under way.',
          retryAfter: 30,
        })
      await change(deps, workspace, { ...asked, signal, patienceMs })
      await workspace.tasks.end(earlier.map(({ id }) => id))
    }
    await installation.tasks.complete(task)
  } catch (error) {
    const isOver = task.attempt >= maxAttempts && !(error instanceof Refusal && error.code === 'busy')
    const message = error instanceof Error ? error.message : String(error)
    // Cut off by a stop it is the next start's.
    const retryAt = signal.aborted ? clock() : isOver ? null : clock() + pauseMs
    await installation.tasks.fail(task, { error: message, retryAt })
    signal.throwIfAborted()
  }
  return asked.capture
}

/** Changes of a capture that are not done, or were given up. */
const openChanges = async ({ tasks }: WorkspaceStore, capture: string): Promise<OpenTask[]> =>
  (await tasks.open(kindTask)).filter(({ payload }) => askedKind.safeParse(payload).data?.capture === capture)

async function change(
  { analytics, rules, spool, drained }: ChangeDeps,
  { id: workspace, captures }: WorkspaceStore,
  {
    capture: id,
    kind,
    signal,
    patienceMs,
  }: { capture: string; kind: Vantage; signal: AbortSignal; patienceMs: number },
): Promise<void> {
  const capture = await captures.get(id)
  // It left meanwhile.
  if (!capture) return
  // What still waits in the spool would come in as it was.
  await storedWithin(drained(), signal, patienceMs)
  // What a sensor saw at the port of another program stays of a network in use; where all is published it is known by not being so.
  const onlyPublished = kind === 'sensor' && capture.published && isOfSensor(capture.batch)
  for (const { origin, day } of await daysOfCapture(analytics, { workspace, capture: id })) {
    signal.throwIfAborted()
    await rules.product.compile?.()
    const { name, tagging, counting } = rules.product
    const own = (await rules.own([workspace])).get(workspace)
    await retag(analytics, {
      origin,
      day,
      name,
      tagging,
      counting,
      ...(own && { own }),
      taken: { capture: id, at: kind, onlyPublished, rules: await rules.product.ofVantage() },
    })
  }
  await captures.setKind({ id, vantage: kind })
  setKindOfBatch(spool, capture.batch, kind)
}

/** While the engine is away nothing is stored: the change waits for another time. */
async function storedWithin(drained: Promise<void>, signal: AbortSignal, patienceMs: number): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const late = setTimeout(
    () =>
      reject(
        new Refusal('busy', {
          message: 'Sessions that were accepted before are not stored yet.',
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
