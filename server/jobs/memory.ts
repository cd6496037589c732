import { performance } from 'node:perf_hooks'
import { collectGarbage } from '#model/collect-garbage.ts'
import type { Job } from './job.ts'

const lookEvery = 15_000
/** It takes about a tenth of a second: it waits until nobody is there to wait for it, and until it is worth that. */
const idleShare = 0.1
const worthBytes = 32_000_000
/** Threads that have nothing to do end by and by, half a minute after the work at most: so many looks more are worth it. */
const looksAfter = 3

export interface Process {
  /** Part of the time since the last call in which its own thread worked. */
  busyShare: () => number
  /** Resident bytes. */
  resident: () => number
  /** Gives back what can be. */
  giveBack: () => unknown
}

/** What works in threads that stay. */
interface Threads {
  giveBack: () => Promise<void>
}

/**
 * Where nothing allocates V8 collects nothing, and what the C library was given back it keeps: what an import or an upload
 * took, also in threads that have ended, would stay taken until the next one. `threads` that stay collect as well.
 */
export function memory(
  threads: Threads,
  { busyShare, resident, giveBack: give }: Process = thisProcess(),
): Job {
  let [left, more] = [0, 0]
  return {
    name: 'memory',
    about: 'gives back to the system what work that is over had taken',
    runsOn: 'all',
    pauseMs: () => lookEvery,
    async run() {
      if (busyShare() > idleShare) return false
      if (resident() >= left + worthBytes) more = looksAfter
      else if (more === 0) return false
      else more -= 1
      await threads.giveBack()
      await give()
      left = resident()
      return true
    },
  }
}

function thisProcess(): Process {
  let before = performance.eventLoopUtilization()
  return {
    busyShare() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    resident: () => process.memoryUsage.rss(),
    giveBack,
  }
}

let trim: (() => void) | undefined

async function giveBack(): Promise<void> {
  collectGarbage()
  trim ??= await trimmer()
  trim()
}

/** The GNU C library gives pages back on request only; of others nobody knows the like. */
async function trimmer(): Promise<() => void> {
  const nothing = (): void => undefined
  if (process.platform !== 'linux') return nothing
  try {
    const { DataType, load, open } = await import('ffi-rs')
    open({ library: 'libc', path: 'libc.so.6' })
    const call = { library: 'libc', funcName: 'malloc_trim', retType: DataType.I32 }
    const trimAll = (): void => void load({ ...call, paramsType: [DataType.U64], paramsValue: [0] })
    trimAll()
    return trimAll
  } catch {
    return nothing
  }
}
