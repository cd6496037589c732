import type { FailureCounts, Failures } from '#store/app/accounts/failed-attempts.ts'

const maxKept = 50_000

/** Of this process alone, whose database is its own. */
export function failuresInMemory(): FailureCounts {
  const failures = new Map<string, { count: number; at: number; atBefore: number }>()
  /** Apart, so that whoever fails often makes nobody forgotten who signed in. */
  const trusted = new Map<string, true>()

  const keep = <T>(map: Map<string, T>, key: string, value: T): void => {
    // Written anew, so that what was used longest ago goes first.
    map.delete(key)
    map.set(key, value)
    if (map.size > maxKept) map.delete(map.keys().next().value ?? '')
  }
  const standing = (keys: readonly string[]): Map<string, Failures> =>
    new Map(
      keys.map((key) => {
        const { count = 0, at = 0 } = failures.get(key) ?? {}
        return [key, { count, at, isTrusted: trusted.has(key) }]
      }),
    )

  return {
    read: async (keys) => standing(keys),
    async add(keys, { now, since }) {
      const before = standing(keys)
      for (const [key, { count, at }] of before)
        keep(failures, key, { count: (at < since ? 0 : count) + 1, at: now, atBefore: at })
      return before
    },
    async takeBack(keys, at) {
      for (const key of keys) {
        const found = failures.get(key)
        if (!found || found.count === 0) continue
        found.count -= 1
        // Unless another one failed since.
        if (found.at === at) found.at = found.atBefore
      }
    },
    async trust(key) {
      const before = failures.get(key)?.count ?? 0
      failures.delete(key)
      keep(trusted, key, true)
      return { failures: before }
    },
  }
}
