import type { Beside } from '#store/analytics/ips/beside.ts'

/** What was found a moment ago: whoever reloads a page, or asks for a few without pause, makes the engine work once. */
export interface BesideCache {
  get(key: string): Beside | undefined
  /** `at`: when the engine was asked, in milliseconds. */
  set(key: string, at: number, found: Beside): void
}

/** As long as the index in memory may be behind the engine. */
const keptMs = 2000
const maxCached = 500

export function openBesideCache(clock: () => number): BesideCache {
  const kept = new Map<string, { at: number; found: Beside }>()
  return {
    get(key) {
      const known = kept.get(key)
      const now = clock()
      return known && now >= known.at && now - known.at < keptMs ? known.found : undefined
    },
    set(key, at, found) {
      // Written anew, so that the order of the map is that of asking.
      kept.delete(key)
      kept.set(key, { at, found })
      for (const [oldest, known] of kept) {
        if (kept.size <= maxCached && clock() - known.at < keptMs) break
        kept.delete(oldest)
      }
    },
  }
}
