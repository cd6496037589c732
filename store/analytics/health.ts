import { toMultiple } from '#model/whole-seconds.ts'
import { Refusal } from '#model/errors.ts'

/** Whether the engine answers at all, so that its readers need not wait for one that was stopped. */
export interface Health {
  answers(): boolean
  /** @throws Refusal 'busy' when it has fallen silent */
  check(): void
  /** Ends when it falls silent. */
  silence(): AbortSignal
}

export interface WatchedHealth extends Health {
  close(): void
}

/** Looks in a second while somebody waits. */
const looks = 4
/** Milliseconds between two looks while nobody does. */
const restingMs = 10_000
/** Milliseconds after an answer in which it is not asked: while somebody waits for it, and while nobody does (every third look asks). */
const freshMs = { asked: 1100, unasked: 25_000 }

export const engineSilent = (): Refusal =>
  new Refusal('busy', {
    message: 'The analytics engine does not answer; what is not in memory cannot be told now.',
    retryAfter: 5,
    extra: { missing: 'analytics' },
  })

export interface WatchOptions {
  silenceMs: number
  answeredAt?: () => number
  isAsked?: () => boolean
  /** Calls `begin` whenever somebody begins to wait for it where nobody did. */
  onAsked?: (begin: () => void) => void
}

/**
 * Asks for a sign of life over and over, one at a time; where it stays away, or none can be had, the engine is silent until
 * the next one comes. Time is counted in looks, so that a machine too busy to look is not taken for an engine that is. Whatever
 * the engine answered a moment ago (`answeredAt`, by `performance.now()`) is a sign of life, too, and saves asking; and where nobody
 * waits for it (`isAsked`), it is asked seldom: a server without visitors would do little else.
 */
export function watchEngine(
  ping: () => Promise<void>,
  { silenceMs, answeredAt = () => -Infinity, isAsked = () => true, onAsked }: WatchOptions,
): WatchedHealth {
  const maxChecks = Math.ceil((silenceMs / 1000) * looks)
  let silent = new AbortController()
  let waited = 0
  let failures = 0
  let asking = false
  const fallSilent = (): void => silent.abort(engineSilent())
  const spoke = (): void => {
    failures = 0
    if (silent.signal.aborted) silent = new AbortController()
  }
  const look = (): void => {
    if (asking) {
      waited += 1
      if (waited >= maxChecks) fallSilent()
      return
    }
    const fresh = isAsked() ? freshMs.asked : freshMs.unasked
    if (failures === 0 && performance.now() - answeredAt() < fresh) return spoke()
    asking = true
    waited = 0
    ping()
      .then(spoke, () => {
        failures += 1
        if (failures >= looks) fallSilent()
      })
      .finally(() => (asking = false))
  }
  let timer: NodeJS.Timeout
  let isResting = false
  const goOn = (): void => {
    look()
    isResting = !asking && failures === 0 && !isAsked()
    timer = setTimeout(goOn, isResting ? toMultiple(restingMs, restingMs) : 1000 / looks).unref()
  }
  goOn()
  onAsked?.(() => {
    if (!isResting) return
    isResting = false
    clearTimeout(timer)
    timer = setTimeout(goOn, 1000 / looks).unref()
  })
  return {
    answers: () => !silent.signal.aborted,
    check: () => silent.signal.throwIfAborted(),
    silence: () => silent.signal,
    close() {
      isResting = false
      clearTimeout(timer)
    },
  }
}

/** For programs whose engine nobody stops. */
export const alwaysHealthy: Health = {
  answers: () => true,
  check: () => undefined,
  silence: () => new AbortController().signal,
}
