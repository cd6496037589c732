import { toMultiple, toWholeSecond } from './whole-seconds.ts'

/**
 * When this process looks whether there is anything to do, of what it looks for again and again. Where nobody gave it anything for a minute
 * it is idle: it then looks about every ten seconds, for everything in one moment (docs/decisions/0033).
 */
export interface Polling {
  /** Something was given to do, or done: it is not idle. */
  note(): void
  /**
   * Calls `look` after a pause of a second or more, which ends at a whole second. While the process is idle a shorter pause than ten seconds
   * takes 5 to 15, until it is idle no more. It keeps no process from ending. @returns what calls it off
   */
  after(pauseMs: number, look: () => void): () => void
  /** Calls `look` every `everyMs` milliseconds like this. @returns what ends it */
  every(everyMs: number, look: () => void): () => void
}

/** Milliseconds after the last thing to do. */
const idleAfterMs = 60_000
const idleStepMs = 10_000

/** @param mayIdle false: for what may be given something to do without hearing of it */
export function openPolling(mayIdle = true): Polling {
  let notedAt = performance.now()
  const atEndOfIdleness = new Set<() => void>()
  const isIdle = (): boolean => mayIdle && performance.now() - notedAt >= idleAfterMs

  const after: Polling['after'] = (pauseMs, look) => {
    const usual = toWholeSecond(pauseMs)
    const due = performance.now() + usual
    const end = (): void => {
      atEndOfIdleness.delete(hasten)
      look()
    }
    const pause = isIdle() ? toMultiple(idleStepMs, Math.max(idleStepMs, pauseMs)) : usual
    let timer = setTimeout(end, pause).unref()
    // Not at once: what was given to do is often still on its way.
    const hasten = (): void => {
      clearTimeout(timer)
      timer = setTimeout(end, Math.max(toWholeSecond(1000), due - performance.now())).unref()
    }
    if (pause > usual) atEndOfIdleness.add(hasten)
    return () => {
      atEndOfIdleness.delete(hasten)
      clearTimeout(timer)
    }
  }

  return {
    note() {
      notedAt = performance.now()
      const sleeping = [...atEndOfIdleness]
      atEndOfIdleness.clear()
      for (const hasten of sleeping) hasten()
    },
    after,
    every(everyMs, look) {
      let stop: () => void
      const goOn = (): void => {
        stop = after(everyMs, () => {
          goOn()
          look()
        })
      }
      goOn()
      return () => stop()
    },
  }
}

/** For what runs without a server. */
export const neverIdle: Polling = openPolling(false)
