import { Worker } from 'node:worker_threads'
import { Refusal } from '#model/errors.ts'
import type { SensorProfile } from '#model/sensor/profile.ts'
import type { Rehearsed } from './rehearsed.ts'

/** Rehearsals at the same time, megabytes of each, and milliseconds after which one is ended wherever it is. */
export const most = { atOnce: 4, memoryMb: 128, ms: 20_000 }

let running = 0

/**
 * Rehearses in a thread of its own, which nobody else waits for: a draft may say anything.
 * @throws Refusal 'busy' where as many as may be are under way, or for one that takes too much; the signal's reason
 */
export async function rehearseInThread(
  profile: SensorProfile,
  { signal, ms = most.ms }: { signal: AbortSignal; ms?: number },
): Promise<Rehearsed[]> {
  signal.throwIfAborted()
  if (running >= most.atOnce) throw busy('Other profiles are being checked: try again in a moment.')
  running++
  const worker = new Worker(new URL('./rehearse.worker.ts', import.meta.url), {
    workerData: profile,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: most.memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Rehearsed[]>()
  const late = setTimeout(() => reject(busy(tooMuch(`${ms / 1000} seconds`))), ms)
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave)
  worker.on('message', resolve)
  worker.on('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? busy(tooMuch(`${most.memoryMb} MB of memory`)) : error,
    ),
  )
  worker.on('exit', () => reject(new Error('The thread of a rehearsal ended.')))
  try {
    return (await promise).map(ofBuffers)
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', leave)
    await worker.terminate()
    running--
  }
}

/** Buffers arrive from a thread as what they are made of. */
const ofBuffers = ({ heard, ...rest }: Rehearsed): Rehearsed => ({
  ...rest,
  heard: heard.map(({ asked, answer }) => ({ asked, answer: Buffer.from(answer) })),
})

const busy = (message: string): Refusal => new Refusal('busy', { message, retryAfter: 5 })
const tooMuch = (what: string): string =>
  `Running this profile took more than ${what}, and was ended: try again, or with fewer ports.`
