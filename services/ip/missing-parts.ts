import { Refusal } from '#model/errors.ts'

/** `part` of a report, or what stands in its place while the engine does not answer; `names` then say what is missing. */
export type IfAnswered = <T, E>(names: readonly string[], part: Promise<T>, empty: E) => Promise<T | E>

/** What else a page shows is the engine's alone: while it does not answer, the record stands by itself. */
export function partsOfEngine(): { missing: ReadonlySet<string>; ifAnswered: IfAnswered } {
  const missing = new Set<string>()
  return {
    missing,
    ifAnswered: async (names, part, empty) => {
      try {
        return await part
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'busy')) throw error
        for (const name of names) missing.add(name)
        return empty
      }
    },
  }
}
