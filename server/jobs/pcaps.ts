import type { Deps } from '#services/context.ts'
import { removeMarked } from '#services/pcap/remove-marked.ts'
import { removePackets } from '#services/pcap/remove-packets.ts'
import { removeExpiredPcaps } from '#services/pcap/remove-expired.ts'
import { makeNextPcap } from '#services/pcap/run-next.ts'
import type { Settings } from '../settings.ts'
import type { Job } from './job.ts'

const hour = 3_600_000
const day = 24 * hour

export const pcapsName = 'files of packets'

export const pcaps = (deps: Deps): Job => ({
  name: pcapsName,
  about: 'gathers the packets of sessions that somebody asked for',
  runsOn: 'all',
  pauseMs: () => 0,
  idleMs: 5000,
  run: (signal) => makeNextPcap(deps, signal),
})

export const expiredPcaps = (deps: Deps): Job => ({
  name: 'old files of packets',
  about: 'removes files of packets that are past their time',
  runsOn: 'all',
  pauseMs: () => 1000,
  idleMs: hour,
  run: () => removeExpiredPcaps(deps),
})

/** Milliseconds by which rows of captures outlive what remembers their batches: the audit would enter them again. */
const rowsStayMs = 30 * day
/** Between two looks for such rows: there are as many as a sensor sent. */
const rowsEveryMs = day

export function oldPackets(
  deps: Deps,
  {
    packets,
    filesFolder,
    batchMemoryMs,
  }: Pick<Settings, 'packets' | 'filesFolder'> & { batchMemoryMs: number },
): Job {
  const { clock, analytics } = deps
  const { captures } = deps.installation
  let rowsAt = -Infinity
  return {
    name: 'old packets',
    about: 'removes captures that are past their time, or more than a workspace may keep',
    runsOn: 'all',
    pauseMs: () => 1000,
    idleMs: hour / 4,
    async run() {
      if (await removePackets(deps, packets)) return true
      // In a shared folder whoever has the turn removes the file itself.
      if (analytics.across && filesFolder === undefined) await removeMarked(deps)
      const now = clock()
      if (now - rowsAt < rowsEveryMs) return false
      if ((await captures.removeForgotten(now - batchMemoryMs - rowsStayMs)) > 0) return true
      rowsAt = now
      return false
    },
  }
}
