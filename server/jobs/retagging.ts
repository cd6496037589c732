import { firstDayOfWindow } from '#model/window.ts'
import type { RulesInForce } from '#pipeline/tag/in-force.ts'
import {
  type OwnStaleDay,
  type StaleDay,
  staleDays,
  ownStaleDays,
  type Rules,
  retagBy,
  touchedDays,
} from '#store/analytics/rebuild/stale-days.ts'
import { rightlyCounted } from '#store/analytics/rebuild/rightly-counted.ts'
import { outOfBounds } from '#store/analytics/query/errors.ts'
import { noTagging } from '#store/analytics/sessions/tagging.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { Log } from '#store/log.ts'
import type { Job } from './job.ts'
import { openWriteCheck } from './when-written.ts'

/** How the tags of stored days stand to the rules. */
export interface TagStatus {
  /** Days with sessions, and how many of them wait to be looked at; null before the first look. */
  days: number | null
  due: number | null
  /** Days retagged since the start. */
  retagged: number
  /** "2026-03-15 live" while a day is being looked at. */
  workingOn: string | null
  /** Why a day that is due was too much for the engine, when there is one. */
  lastError: string | null
}

export interface Retagging {
  job: Job
  status(): TagStatus
}

/**
 * At most a tenth of the time is spent on it, and a day that sessions keep coming for is looked at once in this time at
 * most.
 */
export const pauseAfterDay = (tookMs: number): number => Math.max(2000, tookMs * 9)
const quietMs = 30_000
/** Milliseconds that the documents of a backlog take, about. */
const afterBacklogMs = 5000

/** Days looked at in one round: after a load there are many, and together they cost little more than one. */
const daysAtOnce = 30

/** A day that was too much for the engine is left alone for so long: another try costs as much and may fail like the first. */
const againMs = 10 * 60_000

/** A day whose retagging took more than the engine gives, by the rules of this name. */
interface Failure {
  rules: string
  at: number
  error: Error
}

/** Work of one round: days that one look tells apart, and the rules that they are due for. */
interface Batch {
  rules: Rules
  days: readonly StaleDay[]
}

/**
 * Brings the tags of stored days up to the rules, the product's and those of workspaces, newest day first, at most one day tagged
 * anew a round: after a change of rules those that it touches; later those that sessions came for. A day that is too much for the
 * engine is tried again later, behind the others. What is due is read from the store, so that a killed process goes on where it was.
 */
export function openRetagging(options: {
  analytics: Analytics
  rules: RulesInForce
  /** Days of sessions that are kept, today included. */
  retentionDays: number
  clock: () => number
  log: Log
  /** Whether this process is the one that does it. */
  leads?: () => boolean
  /** Whether this process stores a backlog of sessions. */
  isFilling?: () => boolean
  onRetagged: () => void
}): Retagging {
  const { analytics, rules, retentionDays, clock, log, onRetagged, leads = () => true } = options
  const { isFilling = () => false } = options
  const status: Omit<TagStatus, 'lastError'> = { days: null, due: null, retagged: 0, workingOn: null }
  /** When a day was last looked at: what sessions keep coming for waits its turn. */
  const looked = new Map<string, number>()
  const named = ({ origin, day }: StaleDay): string => `${day} ${origin}`

  /** Days that a look found touched, by owner of the rules and day, with the rules: they need no other look. */
  const touched = new Map<string, string>()
  const touchedKey = (day: StaleDay, { workspace = '' }: Rules): string => `${named(day)} ${workspace}`
  const isTouched = (day: StaleDay, by: Rules): boolean => touched.get(touchedKey(day, by)) === by.name
  /** By owner of the rules and day. */
  const failures = new Map<string, Failure>()
  const failureOf = (day: StaleDay, by: Rules): Failure | undefined => {
    const found = failures.get(touchedKey(day, by))
    return found?.rules === by.name ? found : undefined
  }
  const isLeftAlone = (day: StaleDay, by: Rules): boolean =>
    clock() - (failureOf(day, by)?.at ?? -Infinity) < againMs
  const lastFailure = (): Error | undefined => [...failures.values()].at(-1)?.error
  const keepFailuresOf = (due: ReadonlySet<string>): void => {
    for (const key of failures.keys()) if (!due.has(key)) failures.delete(key)
  }

  /** The backlog under way: when it began, and when it was last seen. */
  let backlog: { since: number; at: number } | null = null
  /** A backlog is stored first, and its documents made, for half a minute at most: what is counted before would be counted again. */
  const isPutOff = (): boolean => {
    const at = clock()
    if (isFilling()) backlog = { since: backlog?.since ?? at, at }
    else if (backlog && at - backlog.at >= afterBacklogMs) backlog = null
    return backlog !== null && at - backlog.since < quietMs
  }
  const isQuiet = (day: StaleDay): boolean => clock() - (looked.get(named(day)) ?? 0) >= quietMs
  const dueNow = (due: readonly StaleDay[]): StaleDay[] => {
    const putOff = isPutOff()
    return due
      .filter((day) => day.because === 'rules' || isTouched(day, rules.product) || (!putOff && isQuiet(day)))
      .slice(0, daysAtOnce)
  }

  /** @returns whether it was too much for the engine: then it is tried again later */
  async function failsToRetag(day: StaleDay, by: Rules): Promise<boolean> {
    const key = touchedKey(day, by)
    try {
      await retagBy(analytics, day, by)
      touched.delete(key)
      failures.delete(key)
      return false
    } catch (error) {
      if (!(error instanceof Error && outOfBounds(error))) throw error
      failures.set(key, { rules: by.name, at: clock(), error })
      log.error(
        { err: error, day: day.day, origin: day.origin },
        'a day is too much to be retagged, trying again later',
      )
      return true
    }
  }

  /** Looks at the days of a batch: which of them turned out right, and one that has to be retagged. */
  const lookAt = async ({
    rules: by,
    days,
  }: Batch): Promise<{ right: readonly StaleDay[]; next?: StaleDay }> => {
    const known = days.find((day) => isTouched(day, by))
    if (known) return { right: [], next: known }
    const found = await (days[0]?.because === 'rules'
      ? touchedDays(analytics, days, by)
      : wronglyCounted(days, by))
    for (const day of found) touched.set(touchedKey(day, by), by.name)
    return { right: days.filter((day) => !found.includes(day)), ...(found[0] && { next: found[0] }) }
  }

  async function wronglyCounted(days: readonly StaleDay[], by: Rules): Promise<StaleDay[]> {
    for (const day of days) looked.set(named(day), clock())
    const right = await rightlyCounted(analytics, days, by)
    return days.filter((day) => !right.includes(day))
  }

  /** The rules that a look found nothing due for: until they change, or something is written, no other would. */
  let settledBy = ''
  const sinceWritten = openWriteCheck(analytics)

  /** Neither the product's rules nor those of workspaces wait for all days of the other. */
  let isOwnFirst = false

  const job: Job = {
    name: 'retagging',
    about: 'brings the tags of stored days up to the rules',
    // What is due is told by every server; only one does it.
    runsOn: 'all',
    pauseMs: pauseAfterDay,
    async run() {
      const own = await rules.own()
      const inForce = [rules.product, ...own.values()].map(({ name }) => name).join(' ')
      if (inForce === settledBy && sinceWritten.canSkip()) return false
      const foundNothing = sinceWritten.begin()
      const since = firstDayOfWindow(clock(), retentionDays)
      const { due, days } = await staleDays(analytics, rules.product.name, since)
      const names = new Map([...own].map(([workspace, { name }]) => [workspace, name]))
      const ownDue = await ownStaleDays(analytics, { own: names, none: rules.none, since })
      // A day may be due for the product and for workspaces.
      const waiting = new Set<StaleDay>([...due, ...ownDue])
      const tell = (): number => (status.due = new Set([...waiting].map(named)).size)
      status.days = days
      if (tell() === 0) {
        settledBy = inForce
        foundNothing()
      }
      const isLeading = leads()
      const ownRules = ({ workspace }: Pick<OwnStaleDay, 'workspace'>): Rules =>
        own.get(workspace) ?? withoutRules(workspace, rules.none)
      const keys = [
        ...due.map((day) => touchedKey(day, rules.product)),
        ...ownDue.map((day) => touchedKey(day, ownRules(day))),
      ]
      keepFailuresOf(new Set(isLeading ? keys : []))
      if (!isLeading) return false
      isOwnFirst = !isOwnFirst
      const batchesThat = (failed: boolean): Batch[] => {
        const isOne = (day: StaleDay, by: Rules): boolean =>
          !isLeftAlone(day, by) && (failureOf(day, by) !== undefined) === failed
        const ofProduct = batchesOf(dueNow(due.filter((day) => isOne(day, rules.product))), rules.product)
        const some = ownDue.filter((day) => isOne(day, ownRules(day))).slice(0, daysAtOnce)
        const ofWorkspaces = [...Map.groupBy(some, ({ workspace }) => workspace)].map(
          ([workspace, days]) => ({ days, rules: ownRules({ workspace }) }),
        )
        return isOwnFirst ? [...ofWorkspaces, ...ofProduct] : [...ofProduct, ...ofWorkspaces]
      }
      const batches = [...batchesThat(false), ...batchesThat(true)]
      // Nothing else is to be done: the job itself says what failed.
      const error = lastFailure()
      if (batches.length === 0 && error) throw error
      try {
        for (const batch of batches) {
          status.workingOn = batch.days.map(named).at(0) ?? null
          const { right, next } = await lookAt(batch)
          for (const day of right) waiting.delete(day)
          tell()
          if (!next) continue
          status.workingOn = named(next)
          if (await failsToRetag(next, batch.rules)) break
          waiting.delete(next)
          status.retagged += 1
          const { day, origin, because } = next
          log.info({ day, origin, because, due: tell() }, 'retagged a day')
          onRetagged()
          break
        }
      } finally {
        status.workingOn = null
      }
      return batches.length > 0
    },
  }
  return { job, status: () => ({ ...status, lastError: lastFailure()?.message ?? null }) }
}

/** Those that are due for the same reason, one after the other as they come. */
function batchesOf(days: readonly StaleDay[], rules: Rules): Batch[] {
  const batches: { rules: Rules; days: StaleDay[] }[] = []
  for (const day of days) {
    const last = batches.at(-1)
    if (last?.days[0]?.because === day.because) last.days.push(day)
    else batches.push({ rules, days: [day] })
  }
  return batches
}

const withoutRules = (workspace: string, name: string): Rules => ({
  workspace,
  name,
  tagging: noTagging,
  counting: [],
  prints: new Map(),
  pick: () => Promise.resolve({ tagging: noTagging, counting: [] }),
})
