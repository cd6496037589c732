import { Worker } from 'node:worker_threads'
import { Refusal, refuse } from '#model/errors.ts'
import type { Enrichment } from '#model/session.ts'
import type { EncodedSessions } from '../../spool/session-codec.ts'
import type { DissectionTask, DissectionOutcome, FromThread, ToThread } from './messages.ts'

/** One thread, which does one task after the other. */
export interface DissectionThread {
  run(
    task: DissectionTask,
    facts: (ip: string) => Enrichment,
    take: (sessions: EncodedSessions) => Promise<void>,
  ): Promise<DissectionOutcome>
  /** Whether it lives and has nothing to do. */
  isIdle(): boolean
  /** Ends it wherever it is; a task under way fails. */
  end(): Promise<void>
}

/** Megabytes for what lives shortly: more costs memory that is never given back, and saves no time (bench/start). */
const youngMb = 8

export function startThread(memoryMb: number): DissectionThread {
  const worker = new Worker(new URL('./dissect.worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
  })
  // A thread without work must not keep a process from ending.
  worker.unref()
  let alive = true
  let current: { heard: (message: FromThread) => void; failed: (error: unknown) => void } | null = null
  const fail = (error: unknown): void => {
    alive = false
    current?.failed(error)
  }
  worker.on('message', (message: FromThread) => {
    try {
      current?.heard(message)
    } catch (error) {
      // Without its answer the thread would wait for ever: it is no longer idle, and is ended with its capture.
      fail(error)
    }
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHungry(memoryMb) : error),
  )
  worker.on('exit', () => fail(new Error('The thread that dissected the capture ended.')))
  const post = (message: ToThread): void => worker.postMessage(message, [])

  return {
    isIdle: () => alive && current === null,
    async end() {
      alive = false
      await worker.terminate()
    },
    async run(task, facts, take) {
      const { promise, resolve, reject } = Promise.withResolvers<DissectionOutcome>()
      /** What was handed over is taken in its order; nothing more once something failed. */
      let taking: Promise<void> = Promise.resolve()
      const receive = (message: FromThread): void => {
        if (message.kind === 'need-facts') post({ kind: 'facts', facts: message.addresses.map(facts) })
        else if (message.kind === 'sessions') {
          const { buffer, byteOffset, byteLength } = message.body
          const body = Buffer.from(buffer, byteOffset, byteLength)
          taking = taking.then(() => take({ body, days: message.days })).then(() => post({ kind: 'taken' }))
          // The spool refused: the thread has nobody left to work for.
          taking.catch((error: unknown) => {
            alive = false
            reject(error)
          })
        } else if (message.kind === 'done') taking.then(() => resolve(message.outcome), reject)
        else if (message.kind === 'refused') reject(new Refusal(message.code, message))
        else reject(Object.assign(new Error(message.message), { code: message.code }))
      }
      /** What throws here fails this capture alone: the thread waits for an answer that never comes, and ends. */
      const heard = (message: FromThread): void => {
        try {
          receive(message)
        } catch (error) {
          alive = false
          reject(error)
        }
      }
      worker.ref()
      current = { heard, failed: reject }
      try {
        if (!alive) throw new Error('The thread that dissects captures has ended.')
        post({ kind: 'task', task })
        return await promise
      } finally {
        current = null
        worker.unref()
        // A take under way must not outlive the call.
        await taking.catch(() => undefined)
      }
    },
  }
}

const tooHungry = (memoryMb: number): Refusal =>
  refuse(
    'unreadable-capture',
    `Dissecting this capture took more than the ${memoryMb} MB of memory that one capture may take (DISSECTION_MEMORY_MB): send it in parts.`,
  )
