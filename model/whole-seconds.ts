/**
 * Milliseconds of a pause so that it ends at the multiple of `stepMs` next to its end: whatever looks again and again then looks in the
 * same moment, and an idle process wakes once instead of many times. Pauses of less than a step stay as they are.
 * @param now milliseconds that only grow, the same for all of a thread
 */
export const toMultiple = (stepMs: number, pauseMs: number, now = performance.now()): number =>
  pauseMs < stepMs ? pauseMs : Math.round((now + pauseMs) / stepMs) * stepMs - now

/** The same at whole seconds. */
export const toWholeSecond = (pauseMs: number, now = performance.now()): number =>
  toMultiple(1000, pauseMs, now)
