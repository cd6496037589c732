import { parentPort } from 'node:worker_threads'
import { pace } from '#services/work/work.ts'
import type { ToWorker } from './messages.ts'
import { slowTasks } from './testing.ts'

/** A worker of tasks that take as long as a test says. */
parentPort?.on('message', ({ task, input, cancel }: ToWorker) => {
  const cancelled = (): boolean => Atomics.load(cancel, 0) !== 0
  const run = slowTasks[task as keyof typeof slowTasks].run as (...of: unknown[]) => unknown
  parentPort?.postMessage({ ok: true, output: run(input, { tags: new Map() }, pace(cancelled)) }, [])
})
