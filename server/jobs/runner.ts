import { setTimeout as sleep } from 'node:timers/promises'
import { neverIdle, type Polling } from '#model/polling.ts'
import type { Log } from '#store/log.ts'
import type { JobStatus } from '#model/server-status.ts'
import type { Job } from './job.ts'

export interface RunningJob {
  status(): JobStatus
  /** Ends a pause after a round that found nothing to do; a pause after work is kept. */
  wake(): void
  /** Ends any pause, or leaves out the one after the round under way: for what many wait for and comes seldom. */
  runNow(): void
  /** Waits for the round under way and starts no other. */
  stop(): Promise<void>
}

export interface RunnerOptions {
  clock: () => number
  log: Log
  /** Whether this process does what only one of several does. */
  leads?: () => boolean
  /** Says when a job that found nothing looks again, and is told of rounds that did something. */
  polling?: Polling
  /** Told the end of each round: seconds, and whether it ended well. */
  onRound?: (job: string, seconds: number, ok: boolean) => void
}

/** Milliseconds between a failed round and the next: the first, and the longest. */
const failurePauseMs = { first: 1000, longest: 60_000 }
const elsewhereMs = 10_000
/** Several servers started together should not look at the same things at the same moment: pauses of ten seconds and more differ from one to the other. */
const jitter = (pauseMs: number): number => pauseMs * (0.95 + Math.random() * 0.1)

/** Runs a job until it is stopped. A failed round is logged once per message and tried again with growing pauses. */
export function startJob(
  job: Job,
  { clock, log, leads = () => true, polling = neverIdle, onRound }: RunnerOptions,
): RunningJob {
  const stopping = new AbortController()
  const now: Omit<JobStatus, 'name' | 'about' | 'runsOn'> = {
    state: 'waiting',
    rounds: 0,
    lastAt: null,
    tookMs: null,
    lastError: null,
  }
  let waking = new AbortController()
  let endingPause = new AbortController()
  let isWoken = false

  /** @returns whether there was anything to do, and how long it took */
  async function round(): Promise<{ worked: boolean; tookMs: number }> {
    const began = performance.now()
    if (job.runsOn === 'one' && !leads()) {
      now.state = 'elsewhere'
      return { worked: false, tookMs: 0 }
    }
    now.state = 'running'
    let ok = false
    try {
      const worked = await job.run(stopping.signal)
      ok = true
      return { worked, tookMs: performance.now() - began }
    } finally {
      now.state = 'waiting'
      onRound?.(job.name, (performance.now() - began) / 1000, ok)
    }
  }

  const running = (async () => {
    let pause = job.pauseMs(0)
    let failures = 0
    while (!stopping.signal.aborted) {
      let isIdle = false
      isWoken = false
      endingPause = new AbortController()
      try {
        const { worked, tookMs } = await round()
        isIdle = !worked
        if (worked) polling.note()
        now.lastError = null
        failures = 0
        if (now.state !== 'elsewhere') Object.assign(now, { rounds: now.rounds + 1, lastAt: clock(), tookMs })
        pause = isIdle && job.idleMs !== undefined ? job.idleMs : job.pauseMs(tookMs)
        // Whoever becomes the leader should not sleep through it.
        if (now.state === 'elsewhere') pause = Math.min(pause, elsewhereMs)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (message !== now.lastError && !stopping.signal.aborted)
          log.error({ err: error }, `${job.name}: failed, trying again`)
        now.lastError = message
        pause = Math.min(failurePauseMs.first * 2 ** failures, failurePauseMs.longest)
        failures += 1
      }
      // What came while an idle round looked may have been missed by it.
      if (isIdle && isWoken) continue
      waking = new AbortController()
      const ends = [stopping.signal, endingPause.signal, ...(isIdle ? [waking.signal] : [])]
      const until = AbortSignal.any(ends)
      const ms = jitter(pause)
      if (isIdle && pause >= 1000) await idleFor(Math.max(1000, ms), { polling, until })
      else await sleep(ms, undefined, { signal: until }).catch(() => undefined)
    }
  })()
  return {
    status: () => ({ name: job.name, about: job.about, runsOn: job.runsOn, ...now }),
    wake() {
      isWoken = true
      waking.abort()
    },
    runNow: () => endingPause.abort(),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function idleFor(ms: number, { polling, until }: { polling: Polling; until: AbortSignal }): Promise<void> {
  if (until.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const callOff = polling.after(ms, () => {
    until.removeEventListener('abort', end)
    resolve()
  })
  const end = (): void => {
    callOff()
    resolve()
  }
  until.addEventListener('abort', end, { once: true })
  return promise
}
