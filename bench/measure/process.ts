import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second in /proc (sysconf(_SC_CLK_TCK) is 100 on every Linux of today). */
const ticks = 100

/** What one process used since it began. */
export interface Usage {
  /** Processor seconds, user and system. */
  cpu: number
  /** Resident bytes now, and at most so far. */
  resident: number
  peak: number
}

/** The usage of a running process; throws when it is gone or the system has no /proc. */
export function usageOf(pid: number): Usage {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return {
    cpu: Math.max((Number(fields[11]) + Number(fields[12])) / ticks, cpuOfThreads(pid)),
    resident: kilobytes('VmRSS') * 1024,
    peak: kilobytes('VmHWM') * 1024,
  }
}

/**
 * Processor seconds of the threads that still run, to the nanosecond (the first field of schedstat): ticks are too coarse for a hundred
 * short answers. What ended threads used is in the ticks alone, so the larger of both counts; 0 where the kernel has no schedstat.
 */
function cpuOfThreads(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // It ended while we looked.
    }
  }
  return nanoseconds / 1e9
}

/** The process whose parent is `pid` and whose command line holds `text`; null when there is none. */
export function childOf(pid: number, text: string): number | null {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '')
      if (Number(stat.split(' ')[1]) !== pid) continue
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)) return Number(name)
    } catch {
      // It ended while we looked.
    }
  }
  return null
}
