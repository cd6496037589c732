import type { Deps } from '#services/context.ts'
import { removeMarked } from '#services/pcap/remove-marked.ts'
import { removePackets } from '#services/pcap/remove-packets.ts'
import { removeExpiredPcaps } from '#services/pcap/remove-expired.ts'
import { makeNextPcap } from '#services/pcap/run-next.ts'
import type { Settings } from '../settings.ts'
import type { Job } from './job.ts'

const hour = 3_600_000

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

export const oldPackets = (
  deps: Deps,
  { packets, filesFolder }: Pick<Settings, 'packets' | 'filesFolder'>,
): Job => ({
  name: 'old packets',
  about: 'removes captures that are past their time, or more than a workspace may keep',
  runsOn: 'all',
  pauseMs: () => 1000,
  idleMs: hour / 4,
  async run() {
    const isMore = await removePackets(deps, packets)
    // In a shared folder whoever has the turn removes the file itself.
    const hasOwnFolder = filesFolder === undefined
    if (!isMore && deps.analytics.across && hasOwnFolder) await removeMarked(deps)
    return isMore
  },
})
