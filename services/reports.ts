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
  /**
   * It tells of everything at once, and one input is asked for at a time. With a version it is kept as long as that is. Without, it is
   * kept for half a minute while nothing changes; after a change it is made anew while others still get what stands, and takes a twentieth of the time at most.
   */
  isLarge?: boolean
}

/** How old an answer may be while nothing changed, in milliseconds. */
export const maxAgeMs = 5000
const maxVersionedAgeMs = 30_000
/** Under a stream of changes nothing is asked more often than this. */
const minAgeMs = 1000
const maxKept = 500
/** A large report is not begun again before so many times what it took. */
const rest = 20

interface Kept {
  at: number
  /** Milliseconds it was made for. */
  took: number
  generation: number
  isLarge: boolean
  asked: string
  answer: unknown
}

interface Kind extends Required<Pick<Asked<unknown>, 'isVersioned' | 'isLarge'>> {
  /** Where it is kept: of a large one there is one of each name. */
  key: string
  /** Name and input. */
  asked: string
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
  /** Large ones that are made anew while others get what stands. */
  const renewed = new Set<string>()
  let changes = 0

  /** What stands, however old. */
  const knownOf = ({ key, asked }: Kind): (Kept & { age: number }) | undefined => {
    const known = kept.get(key)
    const age = known ? clock() - known.at : -1
    return known && age >= 0 && known.asked === asked ? { ...known, age } : undefined
  }

  function validOf(kind: Kind): Kept | undefined {
    const known = knownOf(kind)
    if (!known) return undefined
    const { age, took } = known
    const isSame = known.generation === generation()
    if (kind.isVersioned) return kind.isLarge || age < maxVersionedAgeMs ? known : undefined
    const [pause, longest] = kind.isLarge ? [rest * took, maxVersionedAgeMs] : [0, maxAgeMs]
    return age < longest && (isSame || age < Math.max(minAgeMs, pause)) ? known : undefined
  }

  const oldOf = (kind: Kind): Kept | undefined => {
    const known = kind.isLarge ? knownOf(kind) : undefined
    return known && known.age < maxVersionedAgeMs ? known : undefined
  }

  function begin<T>({ key, asked, isLarge }: Kind, read: () => Promise<T>): Promise<Kept> {
    const [at, before, changesBefore] = [clock(), generation(), changes]
    const made = read().then((answer): Kept => {
      const fresh = { at, took: clock() - at, generation: before, isLarge, asked, answer }
      // Begun before the change, it may tell of what was before.
      if (changes !== changesBefore) return fresh
      // Written anew, so that the order of the map is that of making.
      kept.delete(key)
      kept.set(key, fresh)
      for (const [oldest, { at: madeAt, isLarge: stays }] of kept) {
        if (stays) continue
        if (kept.size <= maxKept && clock() - madeAt < maxVersionedAgeMs) break
        kept.delete(oldest)
      }
      return fresh
    })
    running.set(asked, made)
    const over = (): void => {
      if (running.get(asked) === made) running.delete(asked)
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
    async get<T>({ name, input, read, isVersioned = false, isLarge = false }: Asked<T>): Promise<T> {
      const asked = `${name} ${JSON.stringify(input)}`
      const kind = { key: isLarge ? name : asked, asked, isVersioned, isLarge }
      const under = (): Promise<Kept> | undefined => running.get(asked)
      const ready = validOf(kind)
      if (ready) return ready.answer as T

      async function made(): Promise<Kept> {
        const leave = await admit()
        try {
          // Others may have asked while this one waited; of what failed for them each has his own try.
          let known = validOf(kind)
          for (let others = under(); others && !known; others = under())
            known = await others.catch(() => undefined)
          return known ?? (await begin(kind, () => read(reads)))
        } finally {
          leave()
        }
      }
      const old = oldOf(kind)
      if (old) {
        if (!renewed.has(asked)) {
          renewed.add(asked)
          const over = (): void => void renewed.delete(asked)
          // What fails here is told to who has to wait.
          made().then(over, over)
        }
        return old.answer as T
      }
      return ((await under()?.catch(() => undefined)) ?? (await made())).answer as T
    },
  })
  return by({ admit: async () => () => undefined, reads })
}
