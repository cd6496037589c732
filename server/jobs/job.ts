import type { JobStatus } from '#model/server-status.ts'

/** Work in the background that comes round again and again. */
export interface Job {
  /** As logs, measurements and the operator's list name it. */
  name: string
  /** One line for people. */
  about: string
  /** Of several servers on the same stores: only one of them, or each. */
  runsOn: JobStatus['runsOn']
  /** Milliseconds between the end of a round and the start of the next, by how long the round took. */
  pauseMs: (tookMs: number) => number
  /** Milliseconds of pause after a round that found nothing to do, when that is another. */
  idleMs?: number
  /** One round. Resolves with whether there was anything to do. */
  run: (signal: AbortSignal) => Promise<boolean>
}
