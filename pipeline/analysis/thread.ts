import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { AddressRange } from '#gnql/values/address.ts'
import { Refusal, refuse } from '#model/errors.ts'
import type { AnalysisProgress, AnalysisTask, FromAnalysisThread, ToAnalysisThread } from './messages.ts'

export interface AnalysisOptions {
  onProgress: (progress: AnalysisProgress) => void
  /** The first addresses of a range that something is known of, as 32 hex digits. */
  known: (range: AddressRange, most: number) => string[] | Promise<string[]>
  signal: AbortSignal
  /** Of a content that is still coming: told at once how much is there, and whenever it is more. */
  growth?: (tell: (bytes: number, isWhole: boolean) => void) => void
}

export type AnalysisEnd = Omit<AnalysisProgress, 'keys'>

/** One thread, which reads one list after the other. */
export interface AnalysisThread {
  /** @throws Refusal for what cannot be read, or takes too much; the signal's reason */
  run(task: AnalysisTask, options: AnalysisOptions, limits: { taskMs: number }): Promise<AnalysisEnd>
  /** Whether it lives and has nothing to do. */
  isIdle(): boolean
  end(): Promise<void>
}

/** Milliseconds that a thread has to put away what it was at. */
const leaveMs = 500

export function startThread(memoryMb: number): AnalysisThread {
  const worker = new Worker(new URL('./analyze.worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  // A thread without work must not keep a process from ending.
  worker.unref()
  let isAlive = true
  let current: { heard: (message: FromAnalysisThread) => void; failed: (error: unknown) => void } | null =
    null
  const fail = (error: unknown): void => {
    isAlive = false
    current?.failed(error)
  }
  worker.on('message', (message: FromAnalysisThread) => current?.heard(message))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(`${memoryMb} MB of memory`) : error),
  )
  worker.on('exit', () => fail(new Error('The thread that read the list ended.')))
  const post = (message: ToAnalysisThread): void => worker.postMessage(message, [])

  const over = new Promise((resolve) => worker.once('exit', resolve))

  async function end(): Promise<void> {
    const isWorking = current !== null || !isAlive
    isAlive = false
    // A process that reads a PDF for the thread (pdf/text.ts) is ended and collected by it alone.
    if (isWorking) {
      post({ kind: 'leave' })
      await Promise.race([over, sleep(leaveMs)])
    }
    await worker.terminate()
  }

  return {
    isIdle: () => isAlive && current === null,
    end,
    async run(task, { onProgress, known, signal, growth }, { taskMs }) {
      const { promise, resolve, reject } = Promise.withResolvers<AnalysisEnd>()
      const tellKnown = (addresses: string[][]): void => {
        if (current?.heard === heard) post({ kind: 'known', addresses })
      }
      const heard = (message: FromAnalysisThread): void => {
        if (message.kind === 'progress') onProgress(message)
        else if (message.kind === 'need-known') knownOf(message, known).then(tellKnown, leave)
        else if (message.kind === 'done') resolve({ read: message.read, totals: message.totals })
        else if (message.kind === 'refused') reject(refuse(message.code, message.message))
        else reject(new Error(message.message))
      }
      // Wherever it is then, it has to be ended.
      const leave = (reason: unknown): void => {
        isAlive = false
        reject(reason)
      }
      const late = setTimeout(() => leave(tooMuch(`${taskMs / 1000} seconds`)), taskMs)
      const onAbort = (): void => leave(signal.reason)
      signal.addEventListener('abort', onAbort)
      worker.ref()
      current = { heard, failed: reject }
      try {
        if (!isAlive) throw new Error('The thread that reads lists has ended.')
        post({ kind: 'task', task })
        growth?.((bytes, isWhole) => {
          if (current?.heard === heard) post({ kind: 'grown', bytes, isWhole })
        })
        return await promise
      } finally {
        current = null
        worker.unref()
        clearTimeout(late)
        signal.removeEventListener('abort', onAbort)
        if (!isAlive) await end()
      }
    },
  }
}

/** No more than so many in all. */
async function knownOf(
  { ranges, most }: Extract<FromAnalysisThread, { kind: 'need-known' }>,
  known: AnalysisOptions['known'],
): Promise<string[][]> {
  let left = most
  const all: string[][] = []
  for (const range of ranges) {
    const some = left > 0 ? await known(range, left) : []
    left -= some.length
    all.push(some)
  }
  return all
}

const tooMuch = (what: string): Refusal =>
  refuse('too-large', `Reading this list took more than the ${what} that one may take: send it in parts.`)
