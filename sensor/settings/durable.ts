import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes the names in `folder` survive a power cut: files created, renamed or removed there. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Replaces `path` all at once: after a crash it holds the old content or the new, never a part. Only its owner may read it. */
export async function replaceFile(path: string, fresh: string, content: string | Uint8Array): Promise<void> {
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
