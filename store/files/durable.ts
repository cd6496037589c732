import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * What it takes for a name in a folder to survive a power cut: the file's bytes are synced before it gets the name,
 * and the folder is synced after (POSIX promises nothing about a new name otherwise).
 */

/** Makes the names in `folder` durable: files created, renamed or removed there. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Replaces `path` with `content` all at once: after a crash it holds the old content or the new, never a part. `fresh` is what it is
 * called before, which two who may write it at once each call otherwise.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  fresh = `${path}.new`,
): Promise<void> {
  const handle = await open(fresh, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, path)
  await syncFolder(dirname(path))
}
