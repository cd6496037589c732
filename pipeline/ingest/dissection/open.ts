import { Refusal } from '#model/errors.ts'
import type { Enrichment } from '#model/session.ts'
import type { EncodedSessions } from '../../spool/session-codec.ts'
import type { DissectionTask, DissectionOutcome } from './messages.ts'
import { openFairQueue } from './fair-queue.ts'
import { startThread, type DissectionThread } from './thread.ts'

/** Dissects stored captures in threads of their own, a bounded number at once, the same for every workspace. */
export interface Dissection {
  /**
   * Resolves when the last sessions were taken. When `signal` ends, so does the work, at once, and `take` is not called again.
   * @throws Refusal `unreadable-capture`; `busy` with Retry-After when too many wait; what `take` throws; the signal's reason
   */
  dissect(task: DissectionTask, options: DissectionOptions): Promise<DissectionOutcome>
  /** Throws what `dissect` would throw when too many wait: ask before taking a long body in. */
  admit(workspace: string): void
  /** Has a thread ready for a capture whose body still arrives: to start one takes a third of a second. What fails then is told to who dissects. */
  expect(): void
  status(): { running: number; waiting: number }
  /** Ends the threads; what is under way fails with `busy`. */
  close(): Promise<void>
}

export interface DissectionOptions {
  facts: (ip: string) => Enrichment
  take: (sessions: EncodedSessions) => Promise<void>
  signal?: AbortSignal
}

export interface DissectionLimits {
  /** Captures dissected at once, in total and for one workspace. */
  atOnce: number
  perWorkspace: number
  /** Captures that may wait for their turn; one workspace may have half of them. */
  waiting: number
  /** Megabytes of objects a thread may hold. */
  memoryMb: number
  /** Milliseconds after which a thread that has nothing to do is ended: what a capture took goes back to the system only then. */
  idleMs: number
}

export const usualLimits: DissectionLimits = {
  atOnce: 3,
  perWorkspace: 2,
  waiting: 64,
  memoryMb: 2048,
  idleMs: 15_000,
}

export function openDissection(limits: Partial<DissectionLimits> = {}): Dissection {
  const { atOnce, perWorkspace, waiting, memoryMb, idleMs } = { ...usualLimits, ...limits }
  const queue = openFairQueue({
    atOnce,
    perOwner: perWorkspace,
    waiting,
    waitingPerOwner: Math.ceil(waiting / 2),
  })
  /** The one that was idle last is at the end, and is the next to work. */
  const idle: { thread: DissectionThread; retire: NodeJS.Timeout }[] = []
  const busy = new Set<DissectionThread>()
  let closing = false

  /** One that still lives: the system may have ended it while it had nothing to do. */
  function takeIdle(): DissectionThread | undefined {
    for (;;) {
      const last = idle.pop()
      clearTimeout(last?.retire)
      if (!last || last.thread.isIdle()) return last?.thread
    }
  }

  function rest(thread: DissectionThread): void {
    const retire = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.thread === thread),
        1,
      )
      void thread.end()
    }, idleMs).unref()
    idle.push({ thread, retire })
  }

  async function run(
    task: DissectionTask,
    { facts, take, signal }: DissectionOptions,
  ): Promise<DissectionOutcome> {
    signal?.throwIfAborted()
    if (closing) throw stopping()
    const thread = takeIdle() ?? startThread(memoryMb)
    busy.add(thread)
    let failure: unknown = null
    const onAbort = (): void => {
      failure ??= signal?.reason
      void thread.end()
    }
    signal?.addEventListener('abort', onAbort)
    try {
      const outcome = await thread.run(task, facts, take)
      rest(thread)
      return outcome
    } catch (error) {
      if (thread.isIdle()) rest(thread)
      else await thread.end()
      throw failure ?? (closing ? stopping() : error)
    } finally {
      signal?.removeEventListener('abort', onAbort)
      busy.delete(thread)
    }
  }

  return {
    dissect: (task, options) => queue.enqueue(task.stamp.workspace, () => run(task, options), options.signal),
    admit: (workspace) => queue.admit(workspace),
    expect() {
      if (closing || idle.length > 0 || busy.size >= atOnce) return
      try {
        rest(startThread(memoryMb))
      } catch {
        // Where the system has no thread to give it may have one when the body is here.
      }
    },
    status: () => queue.status(),
    async close() {
      closing = true
      const resting = idle.splice(0).map(({ thread, retire }) => (clearTimeout(retire), thread))
      await Promise.all([...resting, ...busy].map((thread) => thread.end()))
    },
  }
}

const stopping = (): Refusal => new Refusal('busy', { message: 'The server is stopping.', retryAfter: 5 })
