import { existsSync, renameSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyReadable } from './salvage.ts'

/** SQLITE_CORRUPT and SQLITE_NOTADB, in the low byte of a result code. */
const corruptCodes = [11, 26]

/** Whether SQLite says that what it read is not what it once wrote. */
export function isCorrupt(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    corruptCodes.includes(error.errcode & 0xff)
  )
}

/** Larger files get the check that leaves out the comparison of indexes with their tables. */
const thoroughBytes = 256 * 2 ** 20

/** What SQLite finds wrong with the pages of a database; null when all is well. */
export function faultOf(db: DatabaseSync, path: string): string | null {
  const check = statSync(path).size > thoroughBytes ? 'quick_check' : 'integrity_check'
  try {
    const rows = db.prepare(`PRAGMA ${check}(3)`).all()
    const said = rows.map((row) => String(Object.values(row)[0])).join('; ')
    return said === 'ok' ? null : said
  } catch (error) {
    if (isCorrupt(error)) return (error as Error).message
    throw error
  }
}

/**
 * Opens a database of this process alone. When it was not closed in order its pages are checked first; a damaged file is set aside
 * ("….damaged-1", never overwritten) and a fresh one takes every row that can still be read.
 * `prepare` makes the tables, or throws what SQLite says.
 * @returns `lastError`: what was wrong and what became of it, in words for the operator
 */
export function openChecked(
  path: string,
  prepare: (db: DatabaseSync) => void,
  options: { timeout?: number; enableForeignKeyConstraints?: boolean } = { timeout: 0 },
): { db: DatabaseSync; lastError: string | null } {
  const inDoubt = isInDoubt(path)
  let db: DatabaseSync | null = null
  let fault: string
  try {
    db = new DatabaseSync(path, options)
    prepare(db)
    const found = inDoubt ? faultOf(db, path) : null
    if (found === null) return { db, lastError: null }
    fault = found
  } catch (error) {
    db?.close()
    if (!isCorrupt(error)) throw error
    db = null
    fault = (error as Error).message
  }
  db?.close()
  const aside = setAside(path)
  const fresh = new DatabaseSync(path, options)
  prepare(fresh)
  return { db: fresh, lastError: takenOver(path, aside, fault, fresh) }
}

/** Copies what can be read of a file set aside into the fresh one. @returns what became of it, in words */
export function takenOver(path: string, aside: string, fault: string, fresh: DatabaseSync): string {
  const { copied, unread } = copyReadable(aside, fresh)
  return (
    `${basename(path)} was damaged (${fault}): ${copied === 1 ? '1 row' : `${copied} rows`} could be read and were taken over` +
    (unread.length === 0 ? '' : `; of ${unread.join(', ')} not all could be read`) +
    `. The damaged file is kept as ${basename(aside)}.`
  )
}

/** Whether a database was not closed in order: its log stands beside it. */
export const isInDoubt = (path: string): boolean => existsSync(path) && existsSync(`${path}-wal`)

/** What is wrong with the file of a database; null when nothing is. */
export function faultOfFile(path: string): string | null {
  try {
    const db = new DatabaseSync(path)
    try {
      return faultOf(db, path)
    } finally {
      db.close()
    }
  } catch (error) {
    if (isCorrupt(error)) return (error as Error).message
    throw error
  }
}

/** Gives a damaged file another name, and its log with it. */
export function setAside(path: string): string {
  let number = 1
  while (existsSync(`${path}.damaged-${number}`)) number++
  const aside = `${path}.damaged-${number}`
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  return aside
}
