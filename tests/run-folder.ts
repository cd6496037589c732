import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders that lie in memory: where a system has one, it is always here. */
const inMemory = '/dev/shm'
const gibibyte = 1024 ** 3
/** Bytes. A run keeps less than 200 MiB at a time; the memory is for what it starts. */
const room = { folder: 2 * gibibyte, memory: 6 * gibibyte }

/**
 * Where a run of the tests makes its folders. Engines and servers make and remove files by the thousand, which costs a disk's file
 * system as much time as all their work; no claim is about what a disk keeps when the power fails. `TMPDIR` decides when it is set.
 */
export function parentOfRun(): string {
  if (process.env['TMPDIR']) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= room.folder && process.availableMemory() >= room.memory ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Folders of runs are called by this and the number of the process that made them. */
export const runPrefix = 'noisefloor-run-'

/** Removes what runs left that were killed: it may lie in memory. */
export function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${runPrefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // One that is somebody else's lives, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
