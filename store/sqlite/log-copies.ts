import { fdatasyncSync, fstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'

/**
 * Copies the log of a database into its file without holding the thread that writes it. By itself SQLite waits for the disk twice there,
 * 18 to 24 ms of every seven seconds under mixed load, and nobody is answered meanwhile. Here it waits for nothing (synchronous = OFF):
 * another thread has the disk write the log, then it is copied, then another thread has the disk write the file, and then the log is cut off.
 *
 * A power cut leaves a beginning of the log, by the checksums of its frames (https://www.sqlite.org/fileformat.html#the_write_ahead_log), and
 * as long as anything of it was copied, all of it. So nothing is written from the log's sync to its end but by `beforeChange`; and a
 * log is never begun anew over an older one, of which frames could be left that reach back behind what was copied.
 */
export interface LogCopies {
  /** Stands ahead of every change. A copy half way is brought to its end first, on this thread. */
  beforeChange(): void
  /** Stands behind changes: a copy begins where the log is long enough. */
  afterChange(): void
  /** Ends when no copy is under way: who waits for it waits for no disk in `beforeChange`. */
  copied(): Promise<void>
  /** Makes everything written so far survive a power cut. */
  sync(): Promise<void>
  /** Closes the database, and its files behind it: earlier they would take SQLite's locks with them (https://www.sqlite.org/howtocorrupt.html). */
  close(): Promise<void>
}

/** Half a millisecond each of copying and of cutting off. */
const copiedFrom = 2 * 2 ** 20

const byItself = 'PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 1000'
const byUs = 'PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0'

/**
 * @param database of this file, open in WAL mode and of this process alone
 * @param from bytes of the log from which on it is copied
 */
export async function openLogCopies(
  file: string,
  database: DatabaseSync,
  from = copiedFrom,
): Promise<LogCopies> {
  database.exec(byItself)
  const cutLog = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  const copyLog = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  // What an earlier run left in the log.
  mustBeWhole(cutLog.get())
  const log = await open(`${file}-wal`, 'r+')
  const data = await open(file, 'r+').catch((error: unknown) => log.close().then(() => Promise.reject(error)))
  database.exec(byUs)
  let changes = 0
  /** All of the log was copied, and the disk may not have it yet. */
  let isHalfWay = false
  let copying: Promise<void> | null = null
  let failed: Error | null = null
  /** Length of the log from which on it is copied. */
  let copiesFrom = from

  function cutOff(): void {
    mustBeWhole(cutLog.get())
    isHalfWay = false
    copiesFrom = from
  }

  /** What a system could not write once it may have dropped: nothing counts from then on. */
  function refused(error: unknown): never {
    failed = error as Error
    throw error
  }

  /** False where the file could not take all, as on a full disk: the log has it, and is copied later. */
  function isCopied(): boolean {
    try {
      mustBeWhole(copyLog.get())
      return true
    } catch {
      copiesFrom = fstatSync(log.fd).size + from
      return false
    }
  }

  async function copy(): Promise<void> {
    const before = changes
    await log.datasync()
    if (changes !== before) fdatasyncSync(log.fd)
    if (!isCopied()) return
    isHalfWay = true
    await data.datasync()
    if (isHalfWay) cutOff()
  }

  return {
    beforeChange() {
      if (failed) throw failed
      changes += 1
      if (!isHalfWay) return
      try {
        fdatasyncSync(data.fd)
        cutOff()
      } catch (error) {
        refused(error)
      }
    },
    afterChange() {
      if (copying || failed || fstatSync(log.fd).size < copiesFrom) return
      copying = copy()
        .catch((error: unknown) => void (failed = error as Error))
        .finally(() => (copying = null))
    },
    copied: async () => void (await copying),
    async sync() {
      if (failed) throw failed
      await log.datasync().catch(refused)
    },
    async close() {
      await copying
      // What is still copied when it is closed is waited for.
      database.exec(byItself)
      database.close()
      await closed(log, data)
    },
  }
}

const closed = (...files: FileHandle[]): Promise<unknown> => Promise.all(files.map((file) => file.close()))

/** Whether all of a log was copied, by what PRAGMA wal_checkpoint says. */
export const isWhole = (said: Record<string, unknown> | undefined): boolean =>
  said?.['busy'] === 0 && said['log'] === said['checkpointed']

function mustBeWhole(said: Record<string, unknown> | undefined): void {
  if (!isWhole(said)) throw new Error('The log of a database was not copied whole.')
}
