import { type FileHandle, open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { isWhole } from '#store/sqlite/log-copies.ts'

/**
 * Makes commits survive a power cut without holding the thread that makes them. By itself SQLite waits for the disk three times a commit,
 * and nobody is answered meanwhile. Here it waits for nothing (synchronous = OFF): the log is written to the disk by another thread, then
 * copied into the file, then the file is written to the disk, and only then a commit counts. A damaged log loses its tail without a word,
 * a damaged page of the file is found: no commit stays in the log alone.
 *
 * Nobody may commit meanwhile, so the log holds one transaction: a power cut leaves it whole, which is copied again; in part, which
 * SQLite drops by its checksums; or the one before, which the file has already (https://www.sqlite.org/fileformat.html#walread). Where
 * more would come to stand there, because somebody else reads or writes the file, SQLite waits by itself from then on.
 */
export interface Commits {
  /** Ends when the commit before survives a power cut. @throws what the system says; from then on no commit counts */
  sync(): Promise<void>
  /** Closes the database, and its files behind it: earlier they would take SQLite's locks with them (https://www.sqlite.org/howtocorrupt.html). */
  close(): Promise<void>
}

const byItself = 'PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1'
const byUs = 'PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0'

/** @param database of this file, open and in WAL mode; from now on whoever commits waits here */
export async function openCommits(file: string, database: DatabaseSync): Promise<Commits> {
  database.exec(byItself)
  // What an earlier run left in the log.
  let isOurs = isWhole(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get())
  const copyLog = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  const version = database.prepare('PRAGMA data_version')
  /** Another number after every commit of somebody else. */
  const versionNow = (): unknown => version.get()?.['data_version']
  const ownVersion = versionNow()
  const files: FileHandle[] = []
  try {
    for (const path of [`${file}-wal`, file]) files.push(await open(path, 'r+'))
  } catch {
    isOurs = false
  }
  const [log, data] = files
  if (isOurs) database.exec(byUs)
  let failed: Error | null = null

  /** False where the file was left behind: somebody else reads what stood there before, or the disk is full. */
  const isCopied = (): boolean => {
    try {
      return isWhole(copyLog.get())
    } catch {
      return false
    }
  }

  return {
    async sync() {
      if (failed) throw failed
      if (!isOurs || !log || !data) return
      const isAlone = versionNow() === ownVersion
      if (!isAlone) database.exec(byItself)
      try {
        await log.datasync()
        isOurs = isCopied() && isAlone
        await data.datasync()
      } catch (error) {
        failed = error as Error
        throw error
      }
      if (!isOurs) database.exec(byItself)
    },
    async close() {
      // What the database still copies from its log when it is closed is waited for.
      database.exec(byItself)
      database.close()
      for (const each of files) await each.close()
    },
  }
}
