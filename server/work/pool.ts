import { Worker } from 'node:worker_threads'
import { Refusal, type ErrorCode, refuse } from '#model/errors.ts'
import { pace, type RunOptions, type TaskSet, type Work } from '#services/work/work.ts'
import type { FromWorker, ToWorker, WorkerFacts } from './messages.ts'

export interface PoolOptions {
  workers: number
  /** Tasks that wait; beyond, 'busy'. */
  waiting: number
  /** Milliseconds a task may take. */
  taskMs: number
  /** Milliseconds a cancelled task has to end by itself. */
  graceMs: number
  /** Megabytes of a worker's heap. */
  heap: number
  /** Milliseconds after which a worker that has nothing to do is ended: what its heap grew to goes back to the system only then. */
  idleMs: number
  /** What does the tasks: server/work/thread.ts, unless a test says otherwise. */
  thread?: URL
}

export interface Pool<T extends TaskSet> extends Work<T> {
  load(): { running: number; waiting: number; workers: number }
  close(): Promise<void>
}

/** Megabytes for what lives shortly: more costs memory that is never given back, and saves no time (bench/start). */
const youngMb = 8

interface QueuedTask {
  task: string
  input: unknown
  long: boolean
  cancel: Int32Array
  options: RunOptions
  resolve: (output: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Threads for work that would hold up everybody on the server's own one. A worker does one task at a time; it is started
 * when it is first needed, and again after it was ended. Of several workers one is never given what takes seconds, so that
 * it is free for the rest.
 */
export function openPool<T extends TaskSet>(tasks: T, known: WorkerFacts, options: PoolOptions): Pool<T> {
  const { workers, waiting, thread = new URL('./thread.ts', import.meta.url) } = options
  const queue: QueuedTask[] = []
  /** The one that was idle last is at the end, and is the next to work. */
  const idle: { worker: Worker; retire: NodeJS.Timeout }[] = []
  const busy = new Map<Worker, QueuedTask>()
  const maxLongTasks = Math.max(1, workers - 1)
  let closed = false

  function start(): Worker {
    const worker = new Worker(thread, {
      workerData: known,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.heap, maxYoungGenerationSizeMb: youngMb },
    })
    worker.unref()
    // An ended worker may still complain.
    worker.on('error', () => undefined)
    // One that ends while it has nothing to do is given nothing more.
    worker.on('exit', () => forget(worker))
    return worker
  }

  function forget(worker: Worker): void {
    const at = idle.findIndex((one) => one.worker === worker)
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.retire)
  }

  function rest(worker: Worker): void {
    const retire = setTimeout(() => {
      forget(worker)
      void worker.terminate()
    }, options.idleMs).unref()
    idle.push({ worker, retire })
  }

  function rested(): Worker | undefined {
    const last = idle.pop()
    clearTimeout(last?.retire)
    return last?.worker
  }

  function next(): void {
    if (closed) return
    while (queue.length > 0 && busy.size < workers) {
      const longs = [...busy.values()].filter(({ long }) => long).length
      const at = foremost(queue, ({ long }) => !long || longs < maxLongTasks)
      if (at < 0) return
      const [queued] = queue.splice(at, 1)
      if (queued) give(queued, rested() ?? start())
    }
  }

  function give(queued: QueuedTask, worker: Worker): void {
    busy.set(worker, queued)
    let grace: NodeJS.Timeout | undefined
    const end = (reason: unknown): void => {
      done(reason, false)
      void worker.terminate()
    }
    const late = setTimeout(() => end(tooLong()), options.taskMs)
    const onAbort = (): void => {
      Atomics.store(queued.cancel, 0, 1)
      queued.reject(queued.options.signal?.reason)
      grace = setTimeout(() => end(queued.options.signal?.reason), options.graceMs)
    }
    const onMessage = (answer: FromWorker): void => {
      if (answer.ok) queued.resolve(answer.output)
      else
        queued.reject(
          answer.refusal ? refuse(answer.refusal.code as ErrorCode, answer.refusal.message) : answer.error,
        )
      done(null, true)
    }
    const onError = (error: NodeJS.ErrnoException): void =>
      done(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory() : error, false)
    const onExit = (): void => done(new Error('A worker ended.'), false)
    const done = (reason: unknown, reuse: boolean): void => {
      if (!busy.delete(worker)) return
      clearTimeout(late)
      clearTimeout(grace)
      queued.options.signal?.removeEventListener('abort', onAbort)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      if (reuse && !closed) rest(worker)
      else void worker.terminate()
      if (reason !== null) queued.reject(reason)
      next()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    queued.options.signal?.addEventListener('abort', onAbort, { once: true })
    const message: ToWorker = { task: queued.task, input: queued.input, cancel: queued.cancel }
    try {
      worker.postMessage(message, [...(queued.options.transfer ?? [])])
    } catch (error) {
      // What cannot be sent is the task's own fault: the worker has heard nothing of it.
      done(error, true)
    }
  }

  /** Has a worker do it, in its turn. */
  function worked(name: keyof T, input: unknown, given: RunOptions): Promise<unknown> {
    if (closed || queue.length >= waiting)
      throw new Refusal('busy', { message: 'The server has too much to do, try again.', retryAfter: 5 })
    const { signal } = given
    return new Promise((resolve, reject) => {
      const cancel = new Int32Array(new SharedArrayBuffer(4))
      const long = tasks[name]!.isLong?.(input) ?? false
      const queued: QueuedTask = { task: String(name), input, long, cancel, options: given, resolve, reject }
      queue.push(queued)
      signal?.addEventListener(
        'abort',
        () => {
          const at = queue.indexOf(queued)
          if (at < 0) return
          queue.splice(at, 1)
          reject(signal.reason)
        },
        { once: true },
      )
      next()
    })
  }

  return {
    async run(name, input, given = {}) {
      const { signal } = given
      signal?.throwIfAborted()
      const task = tasks[name]!
      if (task.isLight(input))
        return task.run(
          input,
          known,
          pace(() => signal?.aborted === true),
        ) as never
      const leave = await given.admit?.(signal ?? new AbortController().signal)
      try {
        signal?.throwIfAborted()
        return (await worked(name, input, given)) as never
      } finally {
        leave?.()
      }
    },
    load: () => ({ running: busy.size, waiting: queue.length, workers: busy.size + idle.length }),
    async close() {
      closed = true
      for (const { reject } of queue.splice(0)) reject(new Error('The server stops.'))
      const resting = idle.splice(0).map(({ worker, retire }) => (clearTimeout(retire), worker))
      await Promise.all([...resting, ...busy.keys()].map((worker) => worker.terminate()))
    },
  }
}

/** Where in the list the one stands that is next of those that may be: by priority, then in order. */
function foremost(queue: readonly QueuedTask[], may: (queued: QueuedTask) => boolean): number {
  let best = -1
  for (const [at, queued] of queue.entries())
    if (may(queued) && (best < 0 || priorityOf(queued) < priorityOf(queue[best] as QueuedTask))) best = at
  return best
}

const priorityOf = ({ options: { priority = 1 } }: QueuedTask): number => priority

const tooLong = (): Refusal =>
  refuse('too-costly', 'This takes longer than one request may: ask for less at once.')
const tooMuchMemory = (): Refusal =>
  refuse('too-costly', 'This takes more memory than one request may: ask for less at once.')
