import { getPriority, setPriority } from 'node:os'

/**
 * Nice values (setpriority(2)) of what works beside the server's own thread, which answers everybody and is given a processor
 * first where they are scarce: then the engine, which some of those answers wait for, then the threads. All are above what an
 * administrator calls idle.
 */
const niceOf = { engine: 5, thread: 10 } as const

/**
 * Lets the calling thread, and what it starts from then on, give way. Linux counts priorities by thread; elsewhere one is the
 * whole process's, and nothing is changed.
 */
export function giveWay(as: keyof typeof niceOf = 'thread'): void {
  if (process.platform !== 'linux') return
  try {
    if (getPriority() < niceOf[as]) setPriority(niceOf[as])
  } catch {
    // A system that forbids it leaves things as they are.
  }
}
