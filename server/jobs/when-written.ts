import type { Analytics } from '#store/analytics/open.ts'

/** Milliseconds after which a look is taken although nothing is known to have changed: a statement may outlive its connection. */
const againMs = 30_000

/** Tells a job that looks for work in the store when a look cannot find any. */
export interface Looks {
  /** Whether nothing was written since a look that found nothing. */
  areVain(): boolean
  /** Before a look; what it returns is called when that found nothing. */
  begin(): () => void
}

/**
 * What is to be done for a store that one process works on is made by that process's own statements; where several do, each look
 * may find something.
 */
export function openLooks({ traffic, across }: Pick<Analytics, 'traffic' | 'across'>): Looks {
  let foundNothing: number | null = null
  let lookedAt = -Infinity
  return {
    areVain: () => !across && foundNothing === traffic.written() && performance.now() - lookedAt < againMs,
    begin() {
      const written = traffic.written()
      foundNothing = null
      return () => {
        foundNothing = written
        lookedAt = performance.now()
      }
    },
  }
}

/** A round that looks for work, left out while it would find none. @param look resolves with whether there was any */
export function whenWritten(
  analytics: Pick<Analytics, 'traffic' | 'across'>,
  look: () => Promise<boolean>,
): () => Promise<boolean> {
  const looks = openLooks(analytics)
  return async () => {
    if (looks.areVain()) return false
    const foundNothing = looks.begin()
    const worked = await look()
    if (!worked) foundNothing()
    return worked
  }
}
