import type { AnalysisTask } from './messages.ts'
import { type AnalysisEnd, type AnalysisOptions, type AnalysisThread, startThread } from './thread.ts'

/** Reads lists in threads of their own: whatever somebody sends can take no more than a thread's time and memory. */
export interface Analyzer {
  /**
   * Resolves when the result lies in its file; at once when `signal` ends, with its reason.
   * @throws Refusal 'unsupported-media' for what cannot be read, 'too-large' for what takes too much time or memory
   */
  analyze(task: AnalysisTask, options: AnalysisOptions): Promise<AnalysisEnd>
  /** Ends its threads. */
  close(): Promise<void>
}

export interface AnalyzerLimits {
  /** Megabytes of objects that a thread may hold, beside its tables. */
  memoryMb: number
  /** Milliseconds that one task may take. */
  taskMs: number
  /** Milliseconds after which a thread that has nothing to do is ended: starting one takes longer than most lists. */
  idleMs: number
}

export const usualLimits: AnalyzerLimits = { memoryMb: 256, taskMs: 60_000, idleMs: 15_000 }

export function openAnalyzer(limits: Partial<AnalyzerLimits> = {}): Analyzer {
  const { idleMs, ...ofTask } = { ...usualLimits, ...limits }
  /** The one that was idle last is at the end, and is the next to work. */
  const idle: { thread: AnalysisThread; retire: NodeJS.Timeout }[] = []
  const busy = new Set<AnalysisThread>()

  function takeIdle(): AnalysisThread | undefined {
    for (;;) {
      const last = idle.pop()
      clearTimeout(last?.retire)
      if (!last || last.thread.isIdle()) return last?.thread
    }
  }

  function rest(thread: AnalysisThread): void {
    const retire = setTimeout(() => {
      const at = idle.findIndex((one) => one.thread === thread)
      if (at >= 0) idle.splice(at, 1)
      void thread.end()
    }, idleMs).unref()
    idle.push({ thread, retire })
  }

  return {
    async analyze(task, options) {
      options.signal.throwIfAborted()
      const thread = takeIdle() ?? startThread(ofTask.memoryMb)
      busy.add(thread)
      try {
        return await thread.run(task, options, ofTask)
      } finally {
        busy.delete(thread)
        if (thread.isIdle()) rest(thread)
        else await thread.end()
      }
    },
    async close() {
      const resting = idle.splice(0).map(({ thread, retire }) => (clearTimeout(retire), thread))
      await Promise.all([...resting, ...busy].map((thread) => thread.end()))
    },
  }
}
