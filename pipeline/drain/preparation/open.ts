import { Worker } from 'node:worker_threads'
import type { FromPreparer, ToPreparer } from './messages.ts'
import type { Prepared } from './prepare.ts'

/** Prepares large ranges of sessions in a thread of its own, so that the server's stays free for whoever asks. */
export interface Preparer {
  /**
   * One after the other.
   * @returns null where the sessions have to be looked at one by one
   * @throws Error when the thread failed, or is closed
   */
  prepare(bodies: readonly Buffer[]): Promise<Prepared | null>
  /** Has the thread ready for what comes soon: until it knows the rules takes most of a second. */
  expect(): void
  /** Ends the thread; what is under way fails. */
  close(): Promise<void>
}

export interface PreparerLimits {
  /** Megabytes of objects the thread may hold. */
  memoryMb: number
  /** Milliseconds after which a thread that has nothing to do is ended, with all it held. */
  idleMs: number
}

/** Megabytes for what lives shortly. */
const youngMb = 8

interface Waiting {
  resolve: (prepared: Prepared | null) => void
  reject: (error: Error) => void
}

export function openPreparer({ memoryMb, idleMs }: PreparerLimits): Preparer {
  let current: { worker: Worker; waiting: Waiting[]; retire: NodeJS.Timeout | undefined } | null = null
  let isClosed = false

  function startThread(): NonNullable<typeof current> {
    const worker = new Worker(new URL('./prepare.worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    })
    worker.unref()
    const started: NonNullable<typeof current> = { worker, waiting: [], retire: undefined }
    const fail = (error: Error): void => {
      if (current === started) current = null
      clearTimeout(started.retire)
      for (const { reject } of started.waiting.splice(0)) reject(error)
    }
    worker.on('message', (answer: FromPreparer) => {
      const asked = started.waiting.shift()
      if ('failed' in answer) asked?.reject(new Error(answer.failed))
      else asked?.resolve(answer.prepared)
      if (started.waiting.length === 0) rest(started)
    })
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The thread that prepares sessions ended.')))
    return started
  }

  function rest(thread: NonNullable<typeof current>): void {
    thread.worker.unref()
    thread.retire = setTimeout(() => {
      if (current === thread) current = null
      void thread.worker.terminate()
    }, idleMs).unref()
  }

  return {
    expect() {
      if (isClosed || current?.waiting.length) return
      try {
        current ??= startThread()
      } catch {
        // It is tried again when there is something to prepare.
        return
      }
      clearTimeout(current.retire)
      rest(current)
    },
    async prepare(bodies) {
      if (isClosed) throw new Error('Nothing is prepared any more.')
      const thread = (current ??= startThread())
      clearTimeout(thread.retire)
      thread.worker.ref()
      return new Promise((resolve, reject) => {
        thread.waiting.push({ resolve, reject })
        const copies: ToPreparer = bodies.map((body) => new Uint8Array(body))
        thread.worker.postMessage(
          copies,
          copies.map(({ buffer }) => buffer),
        )
      })
    },
    async close() {
      isClosed = true
      const thread = current
      current = null
      clearTimeout(thread?.retire)
      await thread?.worker.terminate()
    },
  }
}
