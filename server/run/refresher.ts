import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Repeats an act with a pause after each end, tells how it goes, and can be asked to hurry. */
export interface Refresher {
  standing(): { lastAt: number | null; trouble: string | null }
  stop(): Promise<void>
}

export interface RefresherOptions {
  name: string
  /** Milliseconds between the end of a round that took `tookMs` and the start of the next. */
  pause: (tookMs: number) => number
  act: (signal: AbortSignal) => Promise<void>
  clock: () => number
  log: Logger
}

const longestWait = 60_000

/** A failed round is logged once per kind of trouble and tried again with growing pauses. */
export function startRefresher({ name, pause, act, clock, log }: RefresherOptions): Refresher {
  const stopping = new AbortController()
  let lastAt: number | null = null
  let trouble: string | null = null
  const running = (async () => {
    let wait = pause(0)
    while (!stopping.signal.aborted) {
      const began = performance.now()
      try {
        await act(stopping.signal)
        lastAt = clock()
        trouble = null
        wait = pause(performance.now() - began)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (message !== trouble && !stopping.signal.aborted)
          log.error({ err: error }, `${name}: failed, trying again`)
        trouble = message
        wait = Math.min(Math.max(wait, 500) * 2, longestWait)
      }
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    standing: () => ({ lastAt, trouble }),
    async stop() {
      stopping.abort()
      await running
    },
  }
}
