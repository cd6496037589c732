import { firstDayOfWindow } from '#model/window.ts'
import { isCorrupt } from '#store/sqlite/checked.ts'
import { captureRecord } from '../ingest/capture.ts'
import { type Log, silent } from '#store/log.ts'
import type { LostBatch } from '../spool/promises.ts'
import { sessionPrefix } from '../ingest/admission.ts'
import { compareBooks, repairDays } from './books.ts'
import { partsOfDay, shortOfBatch, shortOfDay, type StoredOfDay } from './compare.ts'
import { restoreBatch, type Restoring } from './restore.ts'

/** What was promised and is not there. */
export interface MissingBatch {
  batch: string
  /** Id and name of its capture, "" when nobody knows. */
  capture: string
  name: string
  /** Whose it is, "" when nobody knows. */
  workspace: string
  /** Missing sessions by origin and day, "live 2026-03-15". */
  days: Record<string, number>
  sessions: number
  /** "" while it is being restored. */
  why: string
}

export interface AuditStatus {
  /** When the last whole round ended (milliseconds), in which nothing was left out; null before the first. */
  checkedAt: number | null
  /** Batches looked at in the last whole round. */
  batches: number
  missing: MissingBatch[]
  /** Since the start: batches restored from their captures, and rows of the books entered again. */
  restoredBatches: number
  restored: number
  /** What was wrong with the databases when they were opened, in words. */
  databases: string[]
  /** What the last round could not do, in words; null when it did everything. */
  lastError: string | null
}

export interface Audit {
  status(): AuditStatus
  /** Does the next piece of work; false when a round is over. */
  step(signal: AbortSignal): Promise<boolean>
  /** Looks at a day ("live 2026-03-15") again, or at all of them (""): something was lost there. */
  suspect(day: string): void
}

export interface AuditOptions extends Restoring {
  /** Counts what is stored and what is set aside. */
  stored: StoredOfDay
  /** Resolves when everything accepted so far is stored. */
  drained: () => Promise<void>
  clock: () => number
  /** How long the batch index remembers (milliseconds). */
  batchIdRetentionMs: number
  /** What was found while other databases were opened. */
  databases?: readonly string[]
  log?: Log
}

interface Step {
  /** For people: what it does. */
  about: string
  run: (signal: AbortSignal) => Promise<void>
  failures: number
  /** It is left out of this round. */
  leftOut?: (why: string) => void
}

/** How often a step is tried in a round: one that always fails keeps the rest from coming round again else. */
const maxTries = 3

/** So many of the steps that were left out are told. */
const maxTold = 5

/**
 * Compares the books (the batch index), the spool and the store, a small step at a time: what was promised and is not
 * there is restored from its stored capture; else it is named, and its id is free for a new delivery.
 */
export function openAudit(options: AuditOptions): Audit {
  const { spool, captures, stored, clock, log = silent, retentionDays } = options
  const { promises } = spool
  const databases = [
    ...(options.databases ?? []),
    ...(promises.lastError === null ? [] : [promises.lastError]),
  ]
  const shortfalls = new Map<string, Record<string, number>>()
  const plan: Step[] = []
  let looked = 0
  let batches = 0
  let checkedAt: number | null = null
  let restoredBatches = 0
  let restored = 0
  let begun = false
  let leftOut: string[] = []
  let lastError: string | null = null

  const then = (about: string, run: Step['run']): void => void plan.push({ about, run, failures: 0 })
  const repairing = (id: string): Step => ({
    about: `restoring batch ${id}`,
    run: (signal) => repair(id, signal),
    failures: 0,
    leftOut(why) {
      if (promises.lost().some((batch) => batch.id === id))
        promises.markLost(id, `it cannot be restored: ${why}`)
    },
  })
  const lookingAt = (day: string): void => then(`comparing ${day}`, (signal) => lookAt(day, signal))

  const isKept = (day: string): boolean =>
    !Number.isNaN(Date.parse(partsOfDay(day).day)) &&
    partsOfDay(day).day >= firstDayOfWindow(clock(), retentionDays)

  const sayOnce = (text: string): void => {
    if (!databases.includes(text)) databases.push(text)
  }

  function planRound(): void {
    looked = 0
    leftOut = []
    let unknown: ReadonlySet<string> = new Set()
    then('repairing promised days', async () => {
      // First: a day that another one became may look as if its time were over.
      const { repaired, unknown: found } = await repairDays(promises)
      unknown = found
      restored += repaired
      if (repaired > 0)
        log.error({ repaired }, 'audit: promised days in the batch index were damaged and were repaired')
      promises.release(promises.days().filter((day) => day !== '' && !isKept(day)))
    })
    then('comparing the batch index with the captures', async (signal) => {
      const since = clock() - options.batchIdRetentionMs
      const outcome = await compareBooks(promises, captures, {
        since,
        now: clock(),
        unknown,
        isStored: storedAnywhere(signal),
      })
      restored += outcome.captures + outcome.batches
      for (const id of outcome.damaged)
        sayOnce(`The row of capture ${id} is damaged, and the batch index does not promise it.`)
      if (outcome.wasDamaged)
        log.error(outcome, 'audit: the batch index and the captures did not agree and were repaired')
      else if (outcome.captures + outcome.batches > 0)
        log.warn(
          outcome,
          'audit: rows that the batch index or the captures lacked, as after a killed process, were entered again: nothing is lost',
        )
    })
    // What is lost is restored whatever the comparison of the books comes to.
    then('reading what is promised', async () => {
      for (const { id } of promises.lost()) plan.push(repairing(id))
      // Newest first: that is where a crash does its harm.
      for (const day of promises.days().toReversed()) lookingAt(day)
    })
  }

  /** Whether any day holds sessions of a batch, whose row no longer says which; in doubt it does. Read once a comparison. */
  function storedAnywhere(signal: AbortSignal): (batch: string) => Promise<boolean> {
    let known: Promise<Set<string>> | undefined
    const prefixes = async (): Promise<Set<string>> => {
      const found = new Set<string>()
      for (const day of promises.days().filter(isKept))
        for (const prefix of (await stored(partsOfDay(day))).keys()) found.add(prefix)
      return found
    }
    return async (batch) => {
      await idleOr(signal)
      if (signal.aborted) return true
      known ??= prefixes()
      return (await known).has(sessionPrefix(batch))
    }
  }

  /** While the store is away nothing settles: whoever stops does not wait for it. */
  async function idleOr(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const { promise: aborted, resolve } = Promise.withResolvers<unknown>()
    signal.addEventListener('abort', resolve)
    await Promise.race([options.drained(), aborted]).finally(() =>
      signal.removeEventListener('abort', resolve),
    )
  }

  async function lookAt(day: string, signal: AbortSignal): Promise<void> {
    await idleOr(signal)
    if (signal.aborted || day === '' || !isKept(day)) return
    const first = await shortOfDay(promises, day, stored)
    looked += first.looked
    if (first.short.length === 0) return
    // Sessions may have been on their way from one partition to another.
    const { short } = await shortOfDay(promises, day, stored)
    if (!isKept(day)) return
    for (const { batch, missing } of short) {
      log.error({ batch, missing }, 'audit: sessions of an accepted batch are missing')
      promises.markLost(batch, '')
      shortfalls.set(batch, missing)
      plan.unshift(repairing(batch))
    }
  }

  /** Makes a lost batch whole, or says why not. */
  async function repair(id: string, signal: AbortSignal): Promise<void> {
    await idleOr(signal)
    const lost = promises.lost().find((batch) => batch.id === id)
    // What a damaged row says cannot be trusted: it is named until its capture is delivered again.
    if (!lost || signal.aborted) return
    if (lost.damaged) {
      shortfalls.set(id, await shortOfBatch({ id, days: promises.daysOf(id) }, isKept, stored))
      return
    }
    const missing = await shortOfBatch(lost, (day) => isKept(day) && isStillPromised(lost, day), stored)
    if (lost.days !== undefined && Object.keys(missing).length === 0) {
      promises.markWhole(id)
      shortfalls.delete(id)
      return
    }
    shortfalls.set(id, missing)
    const why = await restoreBatch(options, lost, signal)
    if (why !== null) {
      if (lost.lost === '')
        log.error({ batch: id, missing, why }, 'audit: an accepted batch cannot be restored')
      promises.markLost(id, why)
      return
    }
    shortfalls.delete(id)
    restoredBatches++
    log.warn({ batch: id, missing }, 'audit: an accepted batch was restored from its capture')
    for (const day of Object.keys(missing)) suspect(day)
  }

  /** Its turn comes again; what else there is to do does not wait for it. */
  function failed(step: Step, error: Error): void {
    step.failures += 1
    if (isCorrupt(error)) sayOnce(`While it was compared: ${error.message}.`)
    if (step.failures < maxTries) return void plan.push(step)
    log.error(
      { err: error, step: step.about },
      'audit: a step was left out of this round, as it failed again and again',
    )
    leftOut.push(`${step.about}: ${error.message}`)
    step.leftOut?.(error.message)
  }

  const isStillPromised = ({ id, days = {} }: LostBatch, day: string): boolean =>
    promises.isPromised({ id, days: { [day]: days[day] ?? 0 } })

  function suspect(day: string): void {
    for (const one of day === '' ? promises.days().toReversed() : [day]) lookingAt(one)
  }

  function describe(lost: LostBatch): MissingBatch {
    const record = lost.damaged ? undefined : captureRecord.safeParse(lost.receipt).data
    const days = shortfalls.get(lost.id) ?? (lost.damaged ? {} : lost.days) ?? {}
    return {
      batch: lost.id,
      capture: record?.capture.id ?? '',
      name: record?.capture.name ?? '',
      workspace: record?.capture.workspace ?? '',
      days,
      sessions: Object.values(days).reduce((sum, count) => sum + count, 0),
      why: lost.lost,
    }
  }

  return {
    status: () => ({
      checkedAt,
      batches,
      missing: promises.lost().map(describe),
      restoredBatches,
      restored,
      databases,
      lastError,
    }),
    async step(signal) {
      if (plan.length === 0) {
        if (begun) {
          begun = false
          lastError = leftOut.length > 0 ? leftOut.slice(0, maxTold).join('; ') : null
          if (leftOut.length === 0) [checkedAt, batches] = [clock(), looked]
          return false
        }
        begun = true
        planRound()
      }
      const next = plan.shift()
      try {
        await next?.run(signal)
      } catch (error) {
        if (next) failed(next, error as Error)
        throw error
      }
      return true
    },
    suspect,
  }
}
