import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Nice values (setpriority(2)) of what works beside the server's own thread, which answers everybody and is given a processor
 * first where they are scarce: then the engine, which some of those answers wait for, then the threads. All are above what an
 * administrator calls idle. At 10 the engine of a busy machine was taken for silent (store/analytics/health.ts). V8's own threads collect
 * and compile for all others of the process, the server's own too, which waits for those that have begun: at 10 it waited for long.
 */
const niceOf = { engine: 5, v8: 5, thread: 10 } as const

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

/**
 * Lets the threads of V8's platform give way, which no code runs on. Where many threads make garbage they took a fifth of two busy
 * processors from the one that answers (docs/decisions/0019).
 */
export function v8GivesWay(): void {
  if (process.platform !== 'linux') return
  try {
    for (const id of readdirSync('/proc/self/task').map(Number))
      if (
        readFileSync(`/proc/self/task/${id}/comm`, 'latin1').startsWith('V8Worker') &&
        getPriority(id) < niceOf.v8
      )
        setPriority(id, niceOf.v8)
  } catch {
    // As above.
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
