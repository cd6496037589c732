import { chmod, copyFile, lchown, mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { ofFileSystem, unfinishedRestore } from '#model/backup.ts'
import { Exit } from '../exit.ts'
import { printable } from '../printable.ts'
import { filesIn, isInside, manifest, type Manifest, manifestName, sumOf } from './manifest.ts'
import { syncFolder, syncTree } from './sync.ts'

/**
 * `noisefloor restore FOLDER`: a backup into a data folder that is empty or not there yet; whole or not at all. An empty folder is filled
 * and never replaced: it may be a mounted disk, a link to one, or the only place where this user may write.
 */
export async function restore(source: string, dataFolder: string): Promise<void> {
  const [from, to] = [resolve(source), resolve(dataFolder)]
  if (`${to}${sep}`.startsWith(`${from}${sep}`))
    throw new Exit('usage', `${to} is in the backup, which would not be one any more.`)
  const { files, made } = await manifestIn(from)
  const isThere = await isEmptyFolder(to)
  const known = new Set(files.map(({ path }) => path))
  const found = await filesIn(from).catch(unreadable(from))
  const strange = found.filter((path) => path !== manifestName && !known.has(path))
  if (strange.length > 0)
    throw new Exit('failed', `${printable(strange[0] ?? '')} is in the folder and not in the backup.`)
  // No server starts on a folder in which this is (server/run/stores.ts).
  const fresh = join(to, unfinishedRestore)
  const moved: string[] = []
  try {
    if (!isThere) await mkdir(to, { mode: 0o700 })
    await rm(fresh, { recursive: true, force: true })
    await mkdir(fresh, { mode: 0o700 })
    for (const file of files) await copyChecked(from, fresh, file)
    await giveToOwner(to, fresh)
    await syncTree(fresh)
    const names = await readdir(fresh)
    if ((await namesIn(to))?.some(isContent)) throw new Error(`something else came into ${to} meanwhile.`)
    for (const name of names) {
      await rename(join(fresh, name), join(to, name))
      moved.push(name)
    }
    // What marks it as not whole goes last, on the disk as well.
    await syncFolder(to)
    await rmdir(fresh)
    await syncFolder(to)
    await syncFolder(dirname(to))
  } catch (error) {
    for (const path of [...moved.map((name) => join(to, name)), fresh])
      await rm(path, { recursive: true, force: true })
    // Where somebody else put something into it, it stays.
    if (!isThere) await rmdir(to).catch(() => undefined)
    if (error instanceof Exit) throw error
    throw new Exit(
      'failed',
      `Nothing was restored: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  console.log(`${files.length} files of ${made} are in ${to}. Start the server with NOISEFLOOR_DATA=${to}.`)
}

/** Whether the folder is there. @throws Exit where it is none, or holds more than what a restore left that was killed while it copied */
async function isEmptyFolder(folder: string): Promise<boolean> {
  const names = await namesIn(folder)
  if (names === null) return false
  const others = names.filter(isContent)
  if (others.length > 0 && names.includes(unfinishedRestore))
    throw new Exit('usage', `A restore into ${folder} did not end: remove what is in it first.`)
  if (others.length > 0)
    throw new Exit('usage', `${folder} is not empty. Set NOISEFLOOR_DATA to a new folder.`)
  return true
}

/** @returns null where there is no such folder */
const namesIn = (folder: string): Promise<string[] | null> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Exit('usage', `${folder} is no folder that this user may read (${error.code}).`)
  })

const isContent = (name: string): boolean => name !== unfinishedRestore && name !== ofFileSystem

async function copyChecked(
  from: string,
  to: string,
  { path, bytes, sha256 }: Manifest['files'][number],
): Promise<void> {
  const file = join(to, path)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await copyFile(join(from, path), file).catch((error: NodeJS.ErrnoException) => {
    // A full disk, say, is no fault of the backup.
    throw error.code === 'ENOENT' ? new Exit('failed', `${printable(path)} of the backup is missing.`) : error
  })
  // Whoever carried the backup here may have made it read-only, or readable by everybody.
  await chmod(file, 0o600)
  const found = await sumOf(file)
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new Exit('failed', `${printable(path)} of the backup is not what was written.`)
}

/** What root puts into a folder of the server's user is that user's: it could not be read otherwise. */
async function giveToOwner(folder: string, given: string): Promise<void> {
  const { uid, gid } = await stat(folder)
  if (process.getuid?.() !== 0 || uid === 0) return
  for (const entry of await readdir(given, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), uid, gid)
}

/** It may be a backup: of another user, say. */
const unreadable =
  (folder: string) =>
  ({ path = folder, code }: NodeJS.ErrnoException): never => {
    throw new Exit('failed', `${printable(path)} cannot be read (${code}).`)
  }

async function manifestIn(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') unreadable(join(folder, manifestName))(error)
    throw new Exit('usage', `${folder} is no backup: it has no ${manifestName}.`)
  })
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new Exit('failed', `${manifestName} of ${folder} cannot be read.`)
  }
  const parsed = manifest.safeParse(read)
  if (!parsed.success)
    throw new Exit(
      'failed',
      `${manifestName} of ${folder} is of another release, or damaged (${parsed.error.issues[0]?.path.join('.')}).`,
    )
  if (!parsed.data.files.every(({ path }) => isInside(path)))
    throw new Exit('failed', `${manifestName} of ${folder} names files outside of it.`)
  return parsed.data
}
