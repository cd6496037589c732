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
