/** How often each of many may do something: so often at once, and then so often a second. */
export interface Buckets {
  /** @returns seconds to wait; 0: it may, and was counted */
  take(name: string): number
}

/** Names remembered at most; those that did nothing for longest are forgotten, which gives them nothing they would not have by then. */
const maxNames = 20_000

/** @param now milliseconds that only rise */
export function openBuckets(
  { atOnce, perSecond }: { atOnce: number; perSecond: number },
  now: () => number,
): Buckets {
  const known = new Map<string, { level: number; at: number }>()
  return {
    take(name) {
      const at = now()
      const before = known.get(name)
      const level = before ? Math.max(0, before.level - ((at - before.at) / 1000) * perSecond) : 0
      if (level + 1 > atOnce) return (level + 1 - atOnce) / perSecond
      known.delete(name)
      known.set(name, { level: level + 1, at })
      for (const oldest of known.keys()) {
        if (known.size <= maxNames) break
        known.delete(oldest)
      }
      return 0
    },
  }
}
