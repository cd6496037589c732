import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Refusal, refuse } from '#model/errors.ts'
import type {
  AnalysisProgress,
  AnalysisTask,
  FromAnalysisThread,
  Stretch,
  ToAnalysisThread,
} from './messages.ts'

/** Reads lists in threads of their own: whatever somebody sends can take no more than a thread's time and memory. */
export interface Analyzer {
  /**
   * Resolves when the result lies in its file; at once when `signal` ends, with its reason.
   * @throws Refusal 'unsupported-media' for what cannot be read, 'too-large' for what takes too much time or memory
   */
  analyze(task: AnalysisTask, options: AnalysisOptions): Promise<Omit<AnalysisProgress, 'keys'>>
}

export interface AnalysisOptions {
  onProgress: (progress: AnalysisProgress) => void
  /** The first addresses of a stretch that something is known of, as 32 hex digits. */
  known: (stretch: Stretch, most: number) => string[]
  signal: AbortSignal
}

export interface AnalyzerLimits {
  /** Megabytes of objects that a thread may hold, beside its tables. */
  memoryMb: number
  /** Milliseconds that one task may take. */
  taskMs: number
}

export const usualLimits: AnalyzerLimits = { memoryMb: 256, taskMs: 120_000 }

/** Milliseconds that a thread has to put things away. */
const leaveMs = 500

export const openAnalyzer = (limits: Partial<AnalyzerLimits> = {}): Analyzer => {
  const { memoryMb, taskMs } = { ...usualLimits, ...limits }
  return {
    async analyze(task, { onProgress, known, signal }) {
      signal.throwIfAborted()
      const worker = new Worker(new URL('./analyze.worker.ts', import.meta.url), {
        execArgv: [],
        workerData: task,
        resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
      })
      const { promise, resolve, reject } = Promise.withResolvers<Omit<AnalysisProgress, 'keys'>>()
      worker.on('message', (message: FromAnalysisThread) => {
        if (message.kind === 'progress') onProgress(message)
        else if (message.kind === 'need-known') {
          let left = message.most
          const addresses = message.stretches.map((stretch) => {
            const some = left > 0 ? known(stretch, left) : []
            left -= some.length
            return some
          })
          worker.postMessage({ kind: 'known', addresses } satisfies ToAnalysisThread, [])
        } else if (message.kind === 'done') resolve({ read: message.read, totals: message.totals })
        else if (message.kind === 'refused') reject(refuse(message.code, message.message))
        else reject(new Error(message.message))
      })
      worker.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(`${memoryMb} MB of memory`) : error),
      )
      const over = new Promise((resolve) => worker.once('exit', resolve))
      worker.on('exit', () => reject(new Error('The thread that read the list ended.')))
      const late = setTimeout(() => reject(tooMuch(`${taskMs / 1000} seconds`)), taskMs)
      const leave = (): void => reject(signal.reason)
      signal.addEventListener('abort', leave)
      try {
        return await promise
      } finally {
        clearTimeout(late)
        signal.removeEventListener('abort', leave)
        // A process that reads a PDF for the thread (pdf/text.ts) is ended and collected by it alone.
        if (signal.aborted && task.kind === 'cves') {
          worker.postMessage({ kind: 'leave' } satisfies ToAnalysisThread, [])
          await Promise.race([over, sleep(leaveMs)])
        }
        await worker.terminate()
      }
    },
  }
}

const tooMuch = (what: string): Refusal =>
  refuse('too-large', `Reading this list took more than the ${what} that one may take: send it in parts.`)
