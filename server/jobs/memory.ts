import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Job } from './job.ts'

const lookEvery = 15_000
/** A collection takes about a tenth of a second: it waits until nobody is there to wait for it, and until it is worth that. */
const idleShare = 0.1
const worthBytes = 32_000_000

/**
 * Where nothing allocates, V8 collects nothing, and what an import or an upload took, also in threads that have ended, would stay
 * taken until the next one.
 */
export function memory(): Job {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let left = 0
  let before = performance.eventLoopUtilization()
  return {
    name: 'memory',
    about: 'gives back to the system what work that is over had taken',
    runsOn: 'all',
    pauseMs: () => lookEvery,
    async run() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      if (utilization > idleShare || process.memoryUsage.rss() < left + worthBytes) return false
      collect()
      left = process.memoryUsage.rss()
      return true
    },
  }
}
