import type { Log } from '#store/log.ts'
import type { UpdatesStatus } from '#model/sources.ts'
import type { Deps } from '#services/context.ts'
import { isTime, refreshSource } from '#services/sources/refresh.ts'
import { sourceStatuses } from '#services/sources/report.ts'
import { clearAbandoned } from '#sources/import/publisher.ts'
import type { Job } from './job.ts'

/** How often is looked which source is due; a start is left alone for one such pause. */
const lookEvery = 60_000

/** So many in a row that nobody answers for, and there is no way out: the others are not tried for nothing. */
const maxUnreachable = 2
const minPauseMs = 900_000
const maxPauseMs = 6 * 3_600_000

export interface SourceUpdates {
  job: Job
  status(): UpdatesStatus
}

/**
 * Fetches every source that is due, one after the other. Without a way out it says so once, rests, and looks again later; the data imported last
 * stays in use meanwhile.
 */
export function openSourceUpdates(
  deps: Deps,
  log: Log,
  { mirror, intervalMs = lookEvery }: { mirror: string | undefined; intervalMs?: number },
): SourceUpdates {
  const { clock } = deps
  let offline = false
  let lastAt = ''
  let rest = minPauseMs
  let restUntil = clock() + intervalMs / 2
  let cleared = false

  async function run(signal: AbortSignal): Promise<boolean> {
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
        log.warn(
          { source: name, lastError: done.lastError },
          'source not imported: the data imported before stays in use',
        )
    }
    lastAt = new Date(clock()).toISOString()
    const wasOffline = offline
    offline = reached === 0
    if (offline) {
      if (!wasOffline)
        log.info({ why }, 'no publisher of sources can be reached: the data imported last stays in use')
      restUntil = clock() + rest
      rest = Math.min(rest * 2, maxPauseMs)
    } else {
      if (wasOffline) log.info({}, 'publishers of sources can be reached again')
      rest = minPauseMs
    }
    return true
  }
  return {
    job: {
      name: 'source updates',
      about: 'fetches reference data that is due from its publishers',
      runsOn: 'all',
      pauseMs: () => intervalMs,
      run,
    },
    status: () => ({ state: offline ? 'offline' : 'on', lastAt }),
  }
}
