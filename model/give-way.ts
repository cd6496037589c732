import { readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Nice values (setpriority(2)) of what works beside the server's own thread, which answers everybody and is given a processor
 * first where they are scarce: then the engine, which some of those answers wait for, then the threads. All are above what an
 * administrator calls idle. At 10 the engine of a busy machine was taken for silent (store/analytics/health.ts).
 */
const niceOf = { engine: 5, thread: 10 } as const

/**
 * Lets the calling thread, and what it starts from then on, give way. Linux counts priorities by thread; elsewhere one is the
 * whole process's, and nothing is changed.
 * @param as engine: a process of its own, which began a session
 */
export function giveWay(as: keyof typeof niceOf = 'thread'): void {
  if (process.platform !== 'linux') return
  try {
    if (getPriority() < niceOf[as]) setPriority(niceOf[as])
    // Where sessions share the processors evenly (sched(7), "The autogroup feature"), nice values count within one only. A thread shares
    // its session with the server.
    if (as === 'engine' && leadsItsSession()) setNiceOfSession(niceOf[as])
  } catch {
    // A system that forbids it leaves things as they are.
  }
}

/** proc_pid_stat(5): the session is the fourth field after the name, which stands in parentheses and may hold anything. */
function leadsItsSession(): boolean {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3] === String(process.pid)
}

/** Of all of the machine's sessions one may be set in a tenth of a second, unless by root: whoever comes too early is told to come again. */
function setNiceOfSession(nice: number): void {
  for (let attempt = 1; ; attempt += 1)
    try {
      return writeFileSync('/proc/self/autogroup', String(nice))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || attempt === maxAttempts) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
}

const maxAttempts = 10
