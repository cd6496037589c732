const longestMs = 60_000
const forgottenMs = 600_000

/**
 * When threads that ended are replaced: what ended them may end the next ones, and each time all documents are read anew. At once where
 * that is rare; later each time, up to a minute, where it comes again within ten.
 */
export interface Replacing {
  /** Told once of each end. */
  ended(): void
  mayBegin(): boolean
}

/** @param firstMs what the second end within ten minutes is waited for @param now milliseconds */
export function openReplacing(firstMs: number, now: () => number): Replacing {
  let [endedAt, restMs] = [-Infinity, 0]
  return {
    ended() {
      const isAgain = now() - endedAt < forgottenMs
      restMs = isAgain ? Math.min(longestMs, Math.max(firstMs, 2 * restMs)) : 0
      endedAt = now()
    },
    mayBegin: () => now() - endedAt >= restMs,
  }
}
