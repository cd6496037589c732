import { fork } from 'node:child_process'
import { nextMessage } from '../measure/next-message.ts'
import type { LookingUp } from './look-ups.process.ts'

export interface Waits {
  asked: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/**
 * Looks up from a process of its own that does little else: beside the load, and with `fetch`, half of what was measured was
 * its own collections and its own wait for a processor.
 */
export async function lookingUp(of: LookingUp): Promise<Waits> {
  const child = fork(new URL('look-ups.process.ts', import.meta.url), { detached: true })
  child.send(of)
  const waits = await nextMessage<number[]>(child)
  waits.sort((a, b) => a - b)
  const at = (share: number): number =>
    waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0
  return { asked: waits.length, p50: at(0.5), p99: at(0.99) }
}
