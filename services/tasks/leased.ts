import { Refusal } from '#model/errors.ts'
import type { Task } from '#store/app/tasks.ts'
import type { Deps } from '../context.ts'

type TaskDeps = Pick<Deps, 'installation' | 'clock'>

/** Milliseconds for which a task is one server's alone unless it says so again: whoever died has lost it then. */
export const leaseMs = 15_000
/** Milliseconds between two words of a server that is at it, and what the others see of its progress; the first comes earlier. */
const renewMs = { first: 100, between: 1000 }
const maxAttempts = 3
/** Tries that were cut off, which come besides: by ordinary stops a few, by work that ends the process itself all. */
const maxCutOff = 5

/** Somebody cancelled or removed what is under way, or another server took it over. */
export class TakenAway extends Error {}

/**
 * One try at a leased task. One that is cut off by a stop or a crash is done again by the next server, a few times; one that fails is tried
 * three times, and what a refusal says is said at once.
 */
export async function tryTask(
  { installation: { tasks }, clock }: TaskDeps,
  task: Task,
  {
    work,
    isSaid = (error) => error instanceof Refusal,
    onFailed,
    onOver,
    retryMs,
    stopping,
  }: {
    work: () => Promise<void>
    /** Whether an error is an answer: trying again would give it again. */
    isSaid?: (error: unknown) => boolean
    /** Something broke. */
    onFailed: (error: unknown) => void
    /** There is no further try. @param said what people are told; null where something broke */
    onOver: (said: string | null) => Promise<void>
    retryMs: number
    stopping: AbortSignal
  },
): Promise<void> {
  if (task.attempt > maxAttempts + maxCutOff) {
    await onOver(null)
    return void (await tasks.fail(task, { error: 'It was cut off each time it was tried.', retryAt: null }))
  }
  try {
    await work()
    await tasks.complete(task)
  } catch (error) {
    // The next start's.
    if (stopping.aborted)
      return void (await tasks.fail(task, { error: 'The server stopped.', retryAt: clock() }))
    const message = error instanceof Error ? error.message : String(error)
    const isAnswer = isSaid(error)
    if (!isAnswer) onFailed(error)
    const isOver = isAnswer || task.attempt >= maxAttempts
    if (isOver) await onOver(isAnswer ? message : null)
    await tasks.fail(task, { error: message, retryAt: isOver ? null : clock() + retryMs })
  }
}

/**
 * Works while saying, first after a moment and then every second, that the task is still this server's, and how far it is. `cancel` ends when
 * it is not; then the work ends without an error.
 * @param progress writes down how far it is; false where it is over for others
 */
export async function whileLeased(
  { installation: { tasks }, clock }: TaskDeps,
  task: Task,
  {
    cancel,
    progress,
    work,
  }: { cancel: AbortController; progress: () => Promise<boolean>; work: () => Promise<void> },
): Promise<void> {
  const tell = async (): Promise<void> => {
    const isOurs = (await tasks.renew(task, clock() + leaseMs)) && (await progress())
    if (!isOurs) cancel.abort(new TakenAway())
  }
  let told = Promise.resolve()
  const tellAnyway = (): void => void (told = told.then(tell).catch(() => undefined))
  const first = setTimeout(tellAnyway, renewMs.first)
  const telling = setInterval(tellAnyway, renewMs.between)
  try {
    await work()
  } catch (error) {
    if (!(error instanceof TakenAway)) throw error
  } finally {
    clearTimeout(first)
    clearInterval(telling)
    // A word under way would hold a lease that is given back meanwhile.
    await told
  }
}
