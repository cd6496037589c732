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
  /** When the last whole round ended (milliseconds); null before the first. */
  checkedAt: number | null
  /** Batches looked at in the last whole round. */
  batches: number
  missing: MissingBatch[]
  /** Since the start: batches restored from their captures, and rows of the books entered again. */
  restoredBatches: number
  restored: number
  /** What was wrong with the databases when they were opened, in words. */
  databases: string[]
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

type Step = (signal: AbortSignal) => Promise<void>

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

  const isKept = (day: string): boolean =>
    !Number.isNaN(Date.parse(partsOfDay(day).day)) &&
    partsOfDay(day).day >= firstDayOfWindow(clock(), retentionDays)

  const sayOnce = (text: string): void => {
    if (!databases.includes(text)) databases.push(text)
  }

  function planRound(): void {
    looked = 0
    let unknown: ReadonlySet<string> = new Set()
    plan.push(async () => {
      // First: a day that another one became may look as if its time were over.
      const { repaired, unknown: found } = await repairDays(promises)
      unknown = found
      restored += repaired
      if (repaired > 0)
        log.error({ repaired }, 'audit: promised days in the batch index were damaged and were repaired')
      promises.release(promises.days().filter((day) => day !== '' && !isKept(day)))
    })
    plan.push(async (signal) => {
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
      if (outcome.captures + outcome.batches + outcome.unreadable + outcome.damaged.length > 0)
        log.error(outcome, 'audit: the batch index and the captures did not agree and were repaired')
    })
    // What is lost is restored whatever the comparison of the books comes to.
    plan.push(async () => {
      for (const { id } of promises.lost()) plan.push((signal) => repair(id, signal))
      // Newest first: that is where a crash does its harm.
      for (const day of promises.days().toReversed()) plan.push((signal) => lookAt(day, signal))
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
      plan.unshift((next) => repair(batch, next))
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

  const isStillPromised = ({ id, days = {} }: LostBatch, day: string): boolean =>
    promises.isPromised({ id, days: { [day]: days[day] ?? 0 } })

  function suspect(day: string): void {
    for (const one of day === '' ? promises.days().toReversed() : [day])
      plan.push((signal) => lookAt(one, signal))
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
    }),
    async step(signal) {
      if (plan.length === 0) {
        if (begun) {
          begun = false
          checkedAt = clock()
          batches = looked
          return false
        }
        begun = true
        planRound()
      }
      const next = plan.shift()
      try {
        await next?.(signal)
      } catch (error) {
        // Its turn comes again; what else there is to do does not wait for it.
        if (next) plan.push(next)
        if (isCorrupt(error)) sayOnce(`While it was compared: ${(error as Error).message}.`)
        throw error
      }
      return true
    },
    suspect,
  }
}
