import type { Logger } from 'pino'
import type { UpdatesStatus } from '#model/sources.ts'
import type { Deps } from '#services/context.ts'
import { isTime, refreshSource } from '#services/sources/refresh.ts'
import { sourceStatuses } from '#services/sources/report.ts'
import { clearAbandoned } from '#sources/import/publisher.ts'
import { startRefresher } from './loop.ts'

/** How often is looked which source is due; a start is left alone for one such pause. */
const lookEvery = 60_000

/** So many in a row that nobody answers for, and there is no way out: the others are not tried for nothing. */
const maxUnreachable = 2
const minPauseMsmostSessions = 900_000
const maxPauseMs = 6 * 3_600_000

export interface Updates {
  status(): UpdatesStatus
  stop(): Promise<void>
}

/**
 * Fetches every source that is due, one after the other. Without a way out it says so once, rests, and looks again later; what
 * stands is used meanwhile.
 */
export function startUpdates(
  deps: Deps,
  log: Logger,
  { mirror, every = lookEvery }: { mirror: string | undefined; every?: number },
): Updates {
  const { clock } = deps
  let offline = false
  let lastAt = ''
  let rest = minPauseMsmostSessions
  let restUntil = clock() + every / 2
  let cleared = false

  const act = async (signal: AbortSignal): Promise<boolean> => {
    if (clock() < restUntil) return false
    if (!cleared) await clearAbandoned(deps.reference.folder, clock())
    cleared = true
    const due = (await sourceStatuses(deps)).filter((status) => isTime(status, clock()))
    if (due.length === 0) return false
    let [reached, unreachable] = [0, 0]
    let why = ''
    for (const { name } of due) {
      signal.throwIfAborted()
      const done = await refreshSource(deps, name, { base: mirror, signal })
      if (done.end === 'unreachable') {
        unreachable += 1
        why = done.lastError
        if (reached === 0 && unreachable >= maxUnreachable) break
      } else reached += 1
      if (done.end === 'refused' && done.isNew)
        log.warn({ source: name, lastError: done.lastError }, 'source not taken: what stood before stands')
    }
    lastAt = new Date(clock()).toISOString()
    const wasOffline = offline
    offline = reached === 0
    if (offline) {
      if (!wasOffline) log.info({ why }, 'no publisher of sources can be reached: what stands is used')
      restUntil = clock() + rest
      rest = Math.min(rest * 2, maxPauseMs)
    } else {
      if (wasOffline) log.info('publishers of sources can be reached again')
      rest = minPauseMsmostSessions
    }
    return true
  }
  const refresher = startRefresher({ name: 'sources', every: () => every, clock, log, act })
  return {
    status: () => ({ state: offline ? 'offline' : 'on', lastAt }),
    stop: () => refresher.stop(),
  }
}
