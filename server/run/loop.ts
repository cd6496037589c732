import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Repeats an act with a pause after each end, tells how it goes, and can be told that there is something to do. */
export interface Refresher {
  status(): { lastAt: number | null; lastError: string | null }
  /** Ends a pause after a round that found nothing to do; a pause after work is kept. */
  wake(): void
  stop(): Promise<void>
}

export interface RefresherOptions {
  name: string
  /** Milliseconds between the end of one round and the start of the next, by how long the round took. */
  every: (tookMs: number) => number
  /** Milliseconds of pause after a round that found nothing to do, when that is another. */
  idle?: number
  /** Resolves with whether there was anything to do. */
  act: (signal: AbortSignal) => Promise<boolean>
  clock: () => number
  log: Logger
}

const maxWaitMs = 60_000

/** A failed round is logged once per message and tried again with growing pauses. */
export function startRefresher({
  name,
  every,
  idle: whenIdle,
  act,
  clock,
  log,
}: RefresherOptions): Refresher {
  const stopping = new AbortController()
  let lastAt: number | null = null
  let lastError: string | null = null
  let wake = new AbortController()
  let hurried = false
  const running = (async () => {
    let wait = every(0)
    while (!stopping.signal.aborted) {
      let idle = false
      hurried = false
      const began = performance.now()
      try {
        idle = !(await act(stopping.signal))
        lastAt = clock()
        lastError = null
        wait = idle && whenIdle !== undefined ? whenIdle : every(performance.now() - began)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (message !== lastError && !stopping.signal.aborted)
          log.error({ err: error }, `${name}: failed, trying again`)
        lastError = message
        wait = Math.min(Math.max(wait, 500) * 2, maxWaitMs)
      }
      // What came while an idle round looked may have been missed by it.
      if (idle && hurried) continue
      wake = new AbortController()
      const until = idle ? AbortSignal.any([stopping.signal, wake.signal]) : stopping.signal
      await sleep(wait, undefined, { signal: until }).catch(() => undefined)
    }
  })()
  return {
    status: () => ({ lastAt, lastError }),
    wake() {
      hurried = true
      wake.abort()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
