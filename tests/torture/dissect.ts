import { Worker } from 'node:worker_threads'

export interface DissectTorture {
  captures: number
  cuts: number
  mutations: number
  /** Cases refused as no capture at all. */
  refused: number
  /** Largest resident memory of the whole process seen, bytes. */
  memory: number
}

const patience = 30_000

/**
 * Truncations at every `stride` bytes and seeded mutations, dissected in a thread with a small heap.
 * @throws when a case crashes, does not end within 30 s (64 cases share them) or the thread's heap passes 256 MiB
 */
export function tortureDissector(options: {
  mutations: number
  stride: number
  seed: string
}): Promise<DissectTorture> {
  const worker = new Worker(new URL('dissect-worker.ts', import.meta.url), {
    workerData: options,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  return new Promise((resolve, reject) => {
    let last = 'the first case'
    let memory = 0
    const hang = setTimeout(() => {
      reject(new Error(`Hangs at or within 64 cases after: ${last}`))
      void worker.terminate()
    }, patience)
    worker.on(
      'message',
      (message: { name?: string; memory?: number; done?: Omit<DissectTorture, 'memory'> }) => {
        hang.refresh()
        last = message.name ?? last
        memory = Math.max(memory, message.memory ?? 0)
        if (message.done) resolve({ ...message.done, memory })
      },
    )
    worker.once('error', (error) => reject(new Error(`After ${last}: ${error.message}`, { cause: error })))
    worker.once('exit', (code) => {
      clearTimeout(hang)
      reject(new Error(`The thread ended with ${code} after ${last}`))
    })
  })
}
