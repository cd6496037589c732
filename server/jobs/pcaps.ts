import type { Deps } from '#services/context.ts'
import { removeExpiredPcaps } from '#services/pcap/remove-expired.ts'
import { makeNextPcap } from '#services/pcap/run-next.ts'
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
