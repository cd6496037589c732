import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { LookingUp } from './look-ups.worker.ts'

export interface Waits {
  asked: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** Looks up from a thread of its own: where captures are made and exports are read, an answer would wait to be read. */
export async function lookingUp(of: LookingUp): Promise<Waits> {
  const worker = new Worker(new URL('look-ups.worker.ts', import.meta.url), { workerData: of })
  const [waits] = (await once(worker, 'message')) as [number[]]
  waits.sort((a, b) => a - b)
  const at = (share: number): number =>
    waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0
  return { asked: waits.length, p50: at(0.5), p99: at(0.99) }
}
