import type { Reads } from '#store/analytics/read-only.ts'

/**
 * What many look at and few statements answer: made once for all readers, and made anew when the documents have changed, or
 * after seconds at the latest.
 */
export interface Reports {
  /**
   * The answer of `read` for this name and input, at most `maxAgeMs` old. Whoever needs a new one waits for the engine as for any
   * statement; of several who do, one asks.
   */
  get<T>(asked: Asked<T>): Promise<T>
  /** What reports are made from was changed on purpose: whoever did it sees that at once. */
  changed(): void
  /** How often that was so. */
  changes(): number
  /** The same reports, for somebody who asks the engine in his own name. */
  by(asker: Asker): Reports
}

export interface Asker {
  /** Waits until there is room for a statement; resolves with what ends it. */
  admit: () => Promise<() => void>
  /** They must not end with whoever asked: the answer is everybody's. */
  reads: Reads
}

export interface Asked<T> {
  name: string
  /** What `read` depends on besides the time, all of it; of nobody's own data. */
  input: unknown
  read: (reads: Reads) => Promise<T>
  /** The input holds the version of what it is made of: it is the same as long as that is. */
  isVersioned?: boolean
}

/** How old an answer may be while nothing changed, in milliseconds. */
export const maxAgeMs = 5000
const maxVersionedAgeMs = 30_000
/** Under a stream of changes nothing is asked more often than this. */
const minAgeMs = 1000
const maxKept = 500

interface Kept {
  at: number
  generation: number
  answer: unknown
}

/** `generation`: another number after every change of the documents. `clock` in milliseconds since 1970 UTC. */
export function openReports({
  generation,
  clock,
  reads,
}: {
  generation: () => number
  clock: () => number
  reads: Reads
}): Reports {
  const kept = new Map<string, Kept>()
  const running = new Map<string, Promise<Kept>>()
  let changes = 0

  const validOf = (key: string, isVersioned: boolean): Kept | undefined => {
    const known = kept.get(key)
    const age = known ? clock() - known.at : -1
    if (!known || age < 0 || age >= (isVersioned ? maxVersionedAgeMs : maxAgeMs)) return undefined
    if (isVersioned) return known
    return age < minAgeMs || known.generation === generation() ? known : undefined
  }

  function begin<T>(key: string, read: () => Promise<T>): Promise<Kept> {
    const [at, before, changesBefore] = [clock(), generation(), changes]
    const made = read().then((answer): Kept => {
      const fresh = { at, generation: before, answer }
      // Begun before the change, it may tell of what was before.
      if (changes !== changesBefore) return fresh
      // Written anew, so that the order of the map is that of making.
      kept.delete(key)
      kept.set(key, fresh)
      for (const [oldest, { at: madeAt }] of kept) {
        if (kept.size <= maxKept && clock() - madeAt < maxVersionedAgeMs) break
        kept.delete(oldest)
      }
      return fresh
    })
    running.set(key, made)
    const over = (): void => {
      if (running.get(key) === made) running.delete(key)
    }
    made.then(over, over)
    return made
  }

  const by = ({ admit, reads }: Asker): Reports => ({
    by,
    changed() {
      changes += 1
      kept.clear()
      // Whoever comes from now on waits for none that was begun before.
      running.clear()
    },
    changes: () => changes,
    async get<T>({ name, input, read, isVersioned = false }: Asked<T>): Promise<T> {
      const key = `${name} ${JSON.stringify(input)}`
      const valid = (): Kept | undefined => validOf(key, isVersioned)
      const known = valid() ?? (await running.get(key)?.catch(() => undefined))
      if (known) return known.answer as T
      const leave = await admit()
      try {
        // Others may have asked while this one waited; of what failed for them each has his own try.
        let ready = valid()
        for (let others = running.get(key); others && !ready; others = running.get(key))
          ready = await others.catch(() => undefined)
        return (ready ?? (await begin(key, () => read(reads)))).answer as T
      } finally {
        leave()
      }
    },
  })
  return by({ admit: async () => () => undefined, reads })
}
