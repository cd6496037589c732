import { type Transferable, Worker } from 'node:worker_threads'

/** A thread of ours and what it was asked. When it ends, whoever waits for it gets an error. */
export interface Thread<To, From> {
  post(message: To, transfer?: Transferable[]): void
  /** Resolves with the first message that passes. */
  next(passes: (message: From) => boolean): Promise<From>
  isAlive(): boolean
  /** Ends when it is not alive any more; the reason is a ThreadEnded that tells the cause. */
  ended: AbortSignal
  close(): Promise<void>
}

export class ThreadEnded extends Error {}

/**
 * Megabytes for young objects. V8 gives a thread several times as many under a stream of changes and takes none back, also where it is
 * told to collect; what these threads keep lies in typed arrays, and they build and answer as fast with fewer.
 */
const maxYoungGenerationSizeMb = 24

export function startThread<To, From>(file: URL): Thread<To, From> {
  const worker = new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb } })
  const waiting = new Set<{
    passes: (message: From) => boolean
    resolve: (message: From) => void
    reject: (error: Error) => void
  }>()
  let alive = true
  let cause: unknown
  const over = new AbortController()
  const ended = (): ThreadEnded => new ThreadEnded('A thread of the index ended.', { cause })
  const end = (): void => {
    alive = false
    for (const { reject } of waiting) reject(ended())
    waiting.clear()
    over.abort(ended())
  }
  worker.on('message', (message: From) => {
    for (const waiter of waiting) {
      if (!waiter.passes(message)) continue
      waiting.delete(waiter)
      waiter.resolve(message)
      return
    }
  })
  worker.on('error', (error) => {
    cause = error
    end()
  })
  worker.on('exit', end)
  // An index that is being made must not keep a process from ending.
  worker.unref()
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    next: (passes) =>
      new Promise((resolve, reject) => {
        if (alive) waiting.add({ passes, resolve, reject })
        else reject(ended())
      }),
    isAlive: () => alive,
    ended: over.signal,
    async close() {
      await worker.terminate()
    },
  }
}
