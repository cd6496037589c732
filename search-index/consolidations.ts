import type { Part, Seen } from './parts.ts'

/**
 * Whether a generation 0 that a consolidation made (store/analytics/documents/consolidate.ts) may hold what was never read here.
 * It does not where the generations that it took in are all still there: they stay for some seconds after the swap, go in ascending order,
 * and are read as everything that is new. So it is known what it holds when of the generations known before none has gone.
 */
export interface Look {
  /** Parts of a generation 0 that were not there at the last look. */
  made: Part[]
  /** What they hold is read once the other parts of this look are, and `areRead` says so. */
  isCovered: boolean
  /** A generation has gone that lies in no generation 0 known here: both sides are to be compared. */
  isLost: boolean
}

export function followConsolidations() {
  /** What the latest known generation 0 has taken in. */
  let mayGo: ReadonlySet<number> = new Set()
  return {
    /** The parts of a look at the table, before any is read; `seen` forgets what has gone. */
    look(seen: Seen, parts: readonly Part[]): Look {
      const known = seen.young()
      const gone = seen.shrinkTo(parts)
      return {
        made: parts.filter((part) => part.generation === 0 && seen.isNew(part)),
        isCovered: known.length > 0 && gone.length === 0,
        isLost: gone.some((generation) => !mayGo.has(generation)),
      }
    },
    /** Whether all that was new in a covered look was there until it was read; `after` are the parts that are there then. */
    areRead(parts: readonly Part[], after: readonly Part[]): boolean {
      const left = new Set(after.map(({ generation }) => generation))
      const generations = new Set(parts.map(({ generation }) => generation))
      if (![...generations].every((generation) => left.has(generation))) return false
      mayGo = generations
      return true
    },
  }
}
