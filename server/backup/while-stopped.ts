import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { refuse } from '#model/errors.ts'

/**
 * Runs something while another process stands still. It goes on afterwards however this ends: a shell waits at the end of a pipe that
 * closes also where this process is killed, since a process that stands still notices no end of its own and would hold its folder for good.
 * @param pid null: there is none
 * @throws Refusal 'busy' where it does not stand still within seconds, 'not-implemented' where that cannot be told
 */
export function whileStopped<T>(pid: number | null, run: () => T): T {
  if (pid === null) return run()
  if (!existsSync('/proc/self/task'))
    throw refuse(
      'not-implemented',
      'Beside a running server this needs Linux. Stop the server, and copy its data folder.',
    )
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -CONT "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Not ended with the group of this process.
    detached: true,
  })
  // Without a shell it is as safe as this process is.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  signal(pid, 'SIGSTOP')
  try {
    waitUntilStopped(pid)
    return run()
  } finally {
    signal(pid, 'SIGCONT')
    guard.stdin.end()
  }
}

/** A signal is taken by each thread when it comes to it: one in the middle of a write ends that first. */
function waitUntilStopped(pid: number): void {
  const until = performance.now() + maxWaitMs
  while (!threadsOf(pid).every((state) => state === 'T' || state === 'Z')) {
    if (performance.now() > until)
      throw refuse('busy', 'The engine does not stand still just now. Try again later.')
    Atomics.wait(nothing, 0, 0, 1)
  }
}

const maxWaitMs = 5000
const nothing = new Int32Array(new SharedArrayBuffer(4))

/** A letter each (proc_pid_stat(5)); none where the process has ended. */
const threadsOf = (pid: number): string[] =>
  namesIn(`/proc/${pid}/task`).map((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.[0] ?? ''
    } catch {
      // This one ended meanwhile.
      return 'Z'
    }
  })

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself; its supervisor starts another.
  }
}
