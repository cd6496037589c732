/** How old an answer may be, in milliseconds. */
export const maxAgeMs = 60_000

/**
 * Asks at most once a minute, whoever waits; a failed question is not kept.
 * `clock` in milliseconds since 1970 UTC.
 */
export function cached<T>(read: () => Promise<T>, clock: () => number): () => Promise<T> {
  let kept: { at: number; answer: Promise<T> } | null = null
  return () => {
    const now = clock()
    if (kept && now - kept.at < maxAgeMs && now >= kept.at) return kept.answer
    const fresh = { at: now, answer: read() }
    kept = fresh
    fresh.answer.catch(() => {
      if (kept === fresh) kept = null
    })
    return fresh.answer
  }
}
