import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Has all files and folders below a folder, and itself, written to the disk. A name that is given to it afterwards then never stands for
 * less after a power cut: a rename may reach the disk before what is renamed. No test of ours can tell, as it takes a machine without power.
 */
export async function syncTree(folder: string, signal?: AbortSignal): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    signal?.throwIfAborted()
    const path = join(entry.parentPath, entry.name)
    await (entry.isDirectory() ? syncFolder(path) : sync(path))
  }
  await syncFolder(folder)
}

/** The names in a folder. Not every file system of a disk for backups knows this (EINVAL), and the folder above may be nobody's to read. */
export const syncFolder = (folder: string): Promise<void> =>
  sync(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EINVAL' && error.code !== 'EACCES') throw error
  })

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
