import { readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * The nice value (setpriority(2)) of what works beside the server's own thread, which answers everybody and is given a processor
 * first where they are scarce: the engine, and the threads. It is above what an administrator calls idle.
 */
const nice = 10

/**
 * Lets the calling thread, and what it starts from then on, give way. Linux counts priorities by thread; elsewhere one is the
 * whole process's, and nothing is changed.
 * @param as engine: a process of its own, which began a session
 */
export function giveWay(as: 'engine' | 'thread' = 'thread'): void {
  if (process.platform !== 'linux') return
  try {
    if (getPriority() < nice) setPriority(nice)
    // Where sessions share the processors evenly (sched(7), "The autogroup feature"), nice values count within one only. A thread shares
    // its session with the server.
    if (as === 'engine' && leadsItsSession()) writeFileSync('/proc/self/autogroup', String(nice))
  } catch {
    // A system that forbids it leaves things as they are.
  }
}

/** proc_pid_stat(5): the session is the fourth field after the name, which stands in parentheses and may hold anything. */
function leadsItsSession(): boolean {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3] === String(process.pid)
}
