import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, silent } from '#store/log.ts'
import { isBehind, type Place } from '../spool/place.ts'
import type { SpoolRange } from '../spool/reader.ts'
import type { Spool } from '../spool/spool.ts'
import { openQuarantine, type Quarantine } from './quarantine.ts'
import { openReady, type Preparing } from './ready.ts'
import { refusedForGood } from './permanent-errors.ts'
import { type DrainUnit, halves, splitUnits, tokenOf } from './units.ts'
import type { SpoolStatus } from '../spool/status.ts'

export interface DrainOptions {
  spool: Spool
  /**
   * Stores a unit, or throws. Called again with the same token after a crash or a failure: it must count once. `again`
   * says that an attempt may have come before, which may have stored a part.
   */
  store: (unit: DrainUnit, again: boolean) => Promise<void>
  /** How large ranges are stored, where there is a quicker way than session by session. */
  preparing?: Preparing
  /**
   * Milliseconds from one range to the next while little waits: most of what few sessions cost is the statement that stores them. Nothing
   * is gathered while somebody waits for everything to be stored, and what comes after a pause is stored at once.
   */
  gatherMs?: number
  /** Told when nothing waits any more, and how many sessions were stored since that was so last. */
  onEmpty?: (sessions: number) => void
  clock: () => number
  /** Which errors no repetition will cure; by default those of permanent-errors.ts. */
  permanent?: (error: unknown) => boolean
  log?: Log
  /** First and longest wait between tries, milliseconds. */
  retry?: { minMs: number; maxMs: number }
  /** Refused pieces of one range after which what is refused is set aside whole instead of being halved. */
  refusalsPerRange?: number
}

export interface DrainStatus extends SpoolStatus {
  /** Sessions in quarantine. */
  quarantined: number
  /** Sessions stored since the start. */
  storedSessions: number
  lastStoredAt: number | null
  /** The failure that is being waited out, null when all goes well. */
  lastError: string | null
}

export interface Drain {
  status(): DrainStatus
  /** What lies in quarantine (quarantine.ts). */
  quarantined: Quarantine['byDay']
  /** Resolves when everything committed so far is stored or in quarantine. */
  idle(): Promise<void>
  /** Lets the unit under way end, then stops. */
  stop(): Promise<void>
}

/** So many are stored at once without waiting for others: the statement is a small part of what they cost. */
export const gatheredSessions = 1000

/** So many that wait are a backlog: more than come in a moment. */
export const backlogSessions = 5000

/** Carries what the spool holds into the store, in order, for ever: failures are waited out, refusals set aside. */
export async function startDrain(options: DrainOptions): Promise<Drain> {
  const { spool, clock, log = silent, permanent = refusedForGood } = options
  const { minMs, maxMs } = options.retry ?? { minMs: 200, maxMs: 30_000 }
  const { gatherMs = 0 } = options
  const refusalsPerRange = options.refusalsPerRange ?? 1000
  const quarantine = await openQuarantine(join(spool.dir, 'quarantine'))
  const stopping = new AbortController()
  let wake = Promise.withResolvers<void>()
  const waiters: { until: Place; resolve: () => void }[] = []
  let storedSessions = 0
  let storedWhenEmpty = 0
  let lastStoredAt: number | null = null
  let lastError: string | null = null
  /** The range at hand may have been begun before: by the process before this one, if it left any, or before a failure. */
  let begun = spool.status().undrainedSessions > 0
  const ready = options.preparing && openReady(options.preparing, log)
  const stopListening = spool.onCommit(() => wake.resolve())

  /** Runs `run` until it succeeds or `giveUp` says that it never will. */
  async function untilDone(run: () => Promise<void>, giveUp: (error: unknown) => boolean): Promise<void> {
    for (let wait = minMs; ; wait = Math.min(wait * 2, maxMs)) {
      try {
        await run()
        lastError = null
        return
      } catch (error) {
        if (giveUp(error)) throw error
        lastError = messageOf(error)
        log.warn({ err: error, wait }, 'drain: failed, trying again')
        await sleep(wait, undefined, { signal: stopping.signal })
      }
    }
  }

  const persist = (run: () => Promise<void>): Promise<void> => untilDone(run, () => false)

  async function storeUnit(range: SpoolRange, unit: DrainUnit): Promise<void> {
    let reason = 'refused before a restart'
    if (!range.refused.includes(unit.token)) {
      stopping.signal.throwIfAborted()
      try {
        let again = begun || unit.again
        await untilDone(() => {
          const repeats = again
          again = true
          return options.store(unit, repeats)
        }, permanent)
        storedSessions += unit.sessions.length
        lastStoredAt = clock()
        return
      } catch (error) {
        if (stopping.signal.aborted && !permanent(error)) throw error
        reason = messageOf(error)
      }
      await persist(() => range.noteRefused(unit.token))
    }
    // Asked of its own place among the refusals: a start that comes upon all of them decides as the process before it did.
    if (unit.sessions.length > 1 && range.refused.indexOf(unit.token) + 1 < refusalsPerRange) {
      for (const half of halves(unit)) await storeUnit(range, half)
      return
    }
    log.error(
      { token: unit.token, sessions: unit.sessions.length, reason },
      'drain: refused for good, set aside',
    )
    await persist(() => quarantine.put(unit.token, unit.sessions, reason))
  }

  /** @returns whether all of the range is stored; if not, some of it may be, and is left out when it is stored in the usual way */
  async function storePrepared(range: SpoolRange): Promise<boolean> {
    const { preparing } = options
    const prepared = begun || range.refused.length > 0 ? null : await ready?.of(range)
    ready?.begin(await spool.lookAhead().catch(() => null))
    if (!preparing || !prepared) return false
    stopping.signal.throwIfAborted()
    let sessions = 0
    try {
      for (const unit of prepared.units) {
        if (!(await preparing.store(tokenOf(range.token, unit), prepared, unit))) return false
        begun = true
        sessions += unit.sessions
      }
    } catch (error) {
      begun = true
      log.warn({ err: error }, 'drain: prepared sessions were not stored, trying one unit after the other')
      return false
    }
    begun = false
    storedSessions += sessions
    lastStoredAt = clock()
    return true
  }

  /** When the last range was begun. */
  let rangeAt = -Infinity

  const isLittle = (sessions: number): boolean => sessions > 0 && sessions < gatheredSessions

  /** Waits for others to join the few sessions that wait beside `stored` ones. */
  async function gather(stored: number): Promise<void> {
    const until = rangeAt + gatherMs
    while (performance.now() < until && waiters.length === 0 && !stopping.signal.aborted) {
      if (!isLittle(spool.status().undrainedSessions - stored)) return
      wake = Promise.withResolvers<void>()
      const timer = setTimeout(() => wake.resolve(), until - performance.now())
      await wake.promise
      clearTimeout(timer)
    }
  }

  async function storeRange(range: SpoolRange): Promise<void> {
    rangeAt = performance.now()
    if (!(await storePrepared(range))) await storeUnits(range)
    // Before it is finished: what comes next is written down then.
    await gather(range.sessionCount)
    await persist(() => range.finish())
    begun = false
    answerWaiters()
  }

  /** All whose sessions are stored: what was committed since keeps nobody waiting. */
  function answerWaiters(): void {
    const { drained } = spool.places()
    for (const waiter of waiters.splice(0))
      if (isBehind(waiter.until, drained)) waiters.push(waiter)
      else waiter.resolve()
  }

  async function storeUnits(range: SpoolRange): Promise<void> {
    const { units, timeless } = splitUnits(range.token, await range.sessions(), range.again)
    if (timeless.length > 0)
      await persist(() =>
        quarantine.put(`${range.token}:timeless`, timeless, 'The first packet has no valid time.'),
      )
    for (const unit of units) await storeUnit(range, unit)
  }

  /** One range, or a wait for the next commit when there is none. */
  async function step(): Promise<void> {
    await gather(0)
    wake = Promise.withResolvers<void>()
    const range = await spool.take()
    if (range) return storeRange(range)
    lastError = null
    if (storedSessions > storedWhenEmpty) options.onEmpty?.(storedSessions - storedWhenEmpty)
    storedWhenEmpty = storedSessions
    answerWaiters()
    if (waiters.length === 0) await wake.promise
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await step()
      } catch (error) {
        if (stopping.signal.aborted) return
        // The same range comes again: nothing is lost by waiting.
        begun = true
        lastError = messageOf(error)
        log.error({ err: error }, 'drain: the spool cannot be read on, trying again')
        await sleep(maxMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  const running = run()

  return {
    status: () => ({
      ...spool.status(),
      quarantined: quarantine.count(),
      storedSessions,
      lastStoredAt,
      lastError,
    }),
    quarantined: () => quarantine.byDay(),
    idle: () =>
      new Promise((resolve) => {
        waiters.push({ until: spool.places().committed, resolve })
        wake.resolve()
      }),
    async stop() {
      stopping.abort()
      wake.resolve()
      stopListening()
      await running
      for (const { resolve } of waiters) resolve()
    },
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
