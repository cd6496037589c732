import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#model/errors.ts'
import { giveWay } from '#model/give-way.ts'
import { pace } from '#services/work/work.ts'
import { buffersOf } from '#model/transfer.ts'
import type { FromWorker, ToWorker, WorkerFacts } from './messages.ts'
import { type TaskName, tasks } from './tasks.ts'

/** A worker: one task after the other. */
giveWay()
const known = workerData as WorkerFacts
let isCached = false

parentPort?.on('message', ({ task, input, cancel }: ToWorker) => {
  const cancelled = (): boolean => Atomics.load(cancel, 0) !== 0
  let answer: FromWorker
  try {
    const output: unknown = tasks[task as TaskName].run(input as never, known, pace(cancelled))
    answer = { ok: true, output }
  } catch (error) {
    const { code, message } = error instanceof Refusal ? error : { code: '', message: '' }
    answer = { ok: false, error, refusal: code === '' ? null : { code, message } }
  }
  parentPort?.postMessage(answer, buffersOf(answer))
  // A thread is ended from outside, and would leave nothing in the cache of modules.
  if (!isCached) setImmediate(flushCompileCache)
  isCached = true
})
