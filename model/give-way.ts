import { getPriority, setPriority } from 'node:os'

/** Far below the server's own thread and above what an administrator calls idle (nice, setpriority(2)). */
const behind = 10

/**
 * Lets the thread that calls it give way: where processors are scarce, the server's own thread, which answers everybody, is
 * given one first. Linux counts priorities by thread; elsewhere one is the whole process's, and nothing is changed.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    if (getPriority() < behind) setPriority(behind)
  } catch {
    // A system that forbids it leaves things as they are.
  }
}
