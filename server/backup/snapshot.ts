import { spawnSync } from 'node:child_process'
import { copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { ofFileSystem } from '#model/backup.ts'
import { refuse } from '#model/errors.ts'
import { whileStopped } from './while-stopped.ts'

/**
 * A copy of the data folder as a power cut at this instant would leave it, from which a start recovers as it does after any crash. The
 * engine stands still and this thread does nothing else meanwhile, so nothing is written but what was under way, and none of that was
 * acknowledged. What is never changed once it has its name is linked, which takes no time and no room; all else is copied.
 */
export interface Snapshot {
  files: number
  bytes: number
  /** Milliseconds in which nothing was written. */
  pausedMs: number
}

export const snapshotsFolder = 'backups'

/** Made anew at a start, or of this machine and this run alone. */
const leftOut = new Set([snapshotsFolder, 'memory-index', 'local-url', 'owner-link', ofFileSystem])

/** Data of the engine's parts, which are renamed when they are whole and never written again; captures are as well. */
const isFinal = (path: string): boolean =>
  /^analytics\/.*\.(?:bin|c?mrk\d?|c?idx|packed)$/.test(path) || /^captures\/[0-9a-f]{2}\//.test(path)

/**
 * Whoever closes a database's file takes the locks of this whole process from it, also those that SQLite holds
 * (https://www.sqlite.org/howtocorrupt.html, 2.2), and with them what keeps a second server out of this folder: another process copies it.
 */
const isDatabase = (path: string): boolean => /\.db(?:-wal|-shm)?$/.test(path)

export interface SnapshotOptions {
  dataFolder: string
  /** Inside the data folder, so that links can be made. */
  to: string
  /** The engine's process; null while there is none. */
  enginePid: number | null
}

/** @throws Error when it cannot be written; the engine goes on in any case */
export function takeSnapshot({ dataFolder, to, enginePid }: SnapshotOptions): Snapshot {
  const counted = { files: 0, bytes: 0 }
  // Captures are only ever added, many and large: those that are there need no standstill.
  copyTree(dataFolder, to, 'captures', counted)
  const begun = performance.now()
  whileStopped(enginePid, () => {
    for (const { name } of readdirSync(dataFolder, { withFileTypes: true }))
      if (!leftOut.has(name)) copyTree(dataFolder, to, name, counted)
  })
  return { ...counted, pausedMs: performance.now() - begun }
}

function copyTree(from: string, to: string, path: string, counted: { files: number; bytes: number }): void {
  const source = join(from, path)
  // A link right below the data folder is the operator's, who moved captures, say, to where there is room. All others are the engine's own.
  const found = (dirname(path) === '.' ? statSync : lstatSync)(source, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    mkdirSync(join(to, path), { recursive: true, mode: 0o700 })
    for (const name of readdirSync(source)) copyTree(from, to, join(path, name), counted)
  } else if (found?.isFile() && keep(source, join(to, path), path)) {
    counted.files += 1
    counted.bytes += found.size
  }
}

/** @returns false where it is there already, or is gone meanwhile */
function keep(source: string, target: string, path: string): boolean {
  try {
    if (isFinal(path)) linkSync(source, target)
    else if (isDatabase(path)) copyByAnother(source, dirname(target))
    else copyFileSync(source, target)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOENT') return false
    if (code === 'EXDEV')
      throw refuse(
        'conflict',
        `${path.split(sep)[0]} lies on another disk than the data folder: stop the server, and copy both as files.`,
      )
    throw error
  }
}

function copyByAnother(source: string, folder: string): void {
  const { status, error, stderr } = spawnSync('cp', ['--', source, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${source} was not copied: ${error?.message ?? stderr.trim()}`)
}
