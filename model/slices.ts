import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work between two looks at what else the process has to do; and of work that never ends, as intake's. */
const maxSliceMs = 10
export const shortSliceMs = 5

/**
 * Resolves at once while the slice lasts, and then in another turn of the event loop, with which a new one begins.
 * @param now milliseconds of a clock that never goes back
 */
export function slices(
  now: () => number = () => performance.now(),
  maxMs = maxSliceMs,
): () => Promise<void> | undefined {
  let began = now()
  return () => {
    if (now() - began <= maxMs) return undefined
    return setImmediate().then(() => void (began = now()))
  }
}

/** As `map`, in slices: what takes long as a whole holds nobody up. */
export async function mapInSlices<T, R>(
  items: Iterable<T>,
  run: (item: T) => R,
  now?: () => number,
): Promise<R[]> {
  const made: R[] = []
  const pause = slices(now)
  for (const item of items) {
    made.push(run(item))
    const over = pause()
    if (over) await over
  }
  return made
}

/** Items that are sorted in one piece: some milliseconds. */
const sortedAtOnce = 2000

/** As `toSorted`, in slices. */
export async function sortInSlices<T>(
  items: readonly T[],
  compare: (left: T, right: T) => number,
  now?: () => number,
): Promise<T[]> {
  const pause = slices(now)
  let runs: T[][] = []
  for (let from = 0; from < items.length; from += sortedAtOnce) {
    runs.push(items.slice(from, from + sortedAtOnce).sort(compare))
    await pause()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge([runs[at] ?? [], runs[at + 1] ?? []], compare, pause))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(
  [left, right]: readonly [readonly T[], readonly T[]],
  compare: (left: T, right: T) => number,
  pause: ReturnType<typeof slices>,
): Promise<T[]> {
  const merged: T[] = []
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    const isLeft = r >= right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0)
    merged.push(isLeft ? left[l++]! : right[r++]!)
    if (merged.length % sortedAtOnce === 0) await pause()
  }
  return merged
}
