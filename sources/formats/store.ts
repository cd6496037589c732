import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readHeader, type SourceContent, type SourceHeader, packSource, unpackSource } from './container.ts'

/** Where a source lies in the folder of sources, and the one it took the place of. */
export const keptAt = (folder: string, source: string): { current: string; previous: string } => ({
  current: join(folder, `${source}.source`),
  previous: join(folder, `${source}.previous`),
})

/**
 * Puts a source in the place of the one before: written beside, synced, renamed, so that another process sees the old one
 * or the new one, whole. The old one stays as the previous one. Throws what the disk throws.
 */
export async function keep(
  folder: string,
  header: SourceHeader,
  content: SourceContent,
  at: { current: string; previous?: string } = keptAt(folder, header.source),
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const beside = `${at.current}.${process.pid}.tmp`
  try {
    const handle = await open(beside, 'w', 0o600)
    try {
      await handle.writeFile(packSource(header, content))
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (at.previous !== undefined) await keepPrevious(at.current, at.previous)
    await rename(beside, at.current)
    await syncFolder(folder)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** A second name for the file that is about to be replaced; one that is damaged does not push out a good one. */
async function keepPrevious(current: string, previous: string): Promise<void> {
  const good = await readKept(current)
  if (!good) return
  const beside = `${previous}.${process.pid}.tmp`
  await rm(beside, { force: true })
  await link(current, beside)
  await rename(beside, previous)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The source in a file; null when there is none, or when it is cut, damaged or of another make. */
export async function readKept(
  path: string,
): Promise<{ header: SourceHeader; content: SourceContent } | null> {
  try {
    return unpackSource(await readFile(path))
  } catch {
    return null
  }
}

/** Header of a kept file without reading what follows; null as above. */
export async function readKeptHeader(path: string): Promise<SourceHeader | null> {
  try {
    const handle = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0)
      return readHeader(buffer.subarray(0, bytesRead))
    } finally {
      await handle.close()
    }
  } catch {
    return null
  }
}
