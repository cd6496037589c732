import type { Analytics } from '#store/analytics/open.ts'
import type { Job } from './job.ts'

/** Tells a job that looks for work in the store when a look cannot find any. */
export interface WriteCheck {
  /** Whether nothing was written since a look that found nothing. */
  canSkip(): boolean
  /** Before a look; what it returns is called when that found nothing. */
  begin(): () => void
}

/**
 * What is to be done for a store that one process works on is made by that process's own statements; where several do, each look
 * may find something.
 */
export function openWriteCheck({ traffic, across }: Pick<Analytics, 'traffic' | 'across'>): WriteCheck {
  let foundNothing: number | null = null
  let lookAgainAt = -Infinity
  return {
    canSkip: () => !across && foundNothing === traffic.written() && performance.now() < lookAgainAt,
    begin() {
      const written = traffic.written()
      foundNothing = null
      return () => {
        foundNothing = written
        lookAgainAt = traffic.lookAgainAt(performance.now())
      }
    },
  }
}

/** A round that looks for work, left out while it would find none. @param look resolves with whether there was any */
export function whenWritten(analytics: Pick<Analytics, 'traffic' | 'across'>, look: Job['run']): Job['run'] {
  const check = openWriteCheck(analytics)
  return async (signal) => {
    if (check.canSkip()) return false
    const foundNothing = check.begin()
    const worked = await look(signal)
    if (!worked) foundNothing()
    return worked
  }
}
