import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal, refuse } from '#model/errors.ts'
import type { BackupMade } from '#model/backup.ts'
import { snapshotsFolder, takeSnapshot } from './snapshot.ts'

export interface Backups {
  make(): Promise<BackupMade>
  /** No effect when there is none. */
  remove(name: string): Promise<void>
}

export interface BackupsOptions {
  dataFolder: string
  /** Null while it is being started again. */
  enginePid: () => number | null
  clock: () => number
  /** Programs of others that keep data of this installation. */
  elsewhere: readonly string[]
  /** Folders outside of the data folder with files of this installation. */
  leftOut: readonly string[]
}

const nameOf = (at: number): string => new Date(at).toISOString().replaceAll(/[-:.]/g, '')
const isName = (name: string): boolean => /^\d{8}T\d{9}Z$/.test(name)

export function openBackups({ dataFolder, enginePid, clock, elsewhere, leftOut }: BackupsOptions): Backups {
  const folderOf = (name: string): string => {
    if (!isName(name)) throw refuse('not-found', 'There is no such backup.')
    return join(dataFolder, snapshotsFolder, name)
  }
  return {
    async make() {
      if (elsewhere.length > 0)
        throw refuse(
          'conflict',
          `${elsewhere.join(' and ')} keep data of this installation: back them up with their own tools, and the data folder as files.`,
        )
      await removeLeft({ dataFolder, before: clock() - leftMs })
      const name = nameOf(clock())
      const to = folderOf(name)
      try {
        await mkdir(to, { recursive: true, mode: 0o700 })
        const pid = enginePid()
        // A process that is starting writes, too, and is nobody's yet.
        if (pid === null) throw refuse('busy', 'The engine is being started. Try again in a minute.')
        return { name, ...takeSnapshot({ dataFolder, to, enginePid: pid }), leftOut: [...leftOut] }
      } catch (error) {
        await rm(to, { recursive: true, force: true })
        if (error instanceof Refusal) throw error
        // Who asks is the operator, and can do something about a full disk.
        throw refuse(
          'busy',
          `No copy could be made: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
    },
    remove: (name) => rm(folderOf(name), { recursive: true, force: true }),
  }
}

/** Milliseconds after which nobody is still taking a copy away. */
const leftMs = 86_400_000

/**
 * Removes copies made before `before` that nobody took away, because who asked for them was killed: what they link to would keep its room
 * on the disk for good.
 */
export async function removeLeft({
  dataFolder,
  before,
}: {
  dataFolder: string
  before: number
}): Promise<void> {
  const folder = join(dataFolder, snapshotsFolder)
  for (const name of await readdir(folder).catch(() => []))
    if (isName(name) && name < nameOf(before)) await rm(join(folder, name), { recursive: true, force: true })
}
