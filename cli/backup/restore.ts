import { copyFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Exit } from '../exit.ts'
import { printable } from '../printable.ts'
import { filesIn, isInside, manifest, type Manifest, manifestName, sumOf } from './manifest.ts'

/** `noisefloor restore FOLDER`: a backup into a data folder that is empty or not there yet; whole or not at all. */
export async function restore(source: string, dataFolder: string): Promise<void> {
  const [from, to] = [resolve(source), resolve(dataFolder)]
  const { files, made } = await manifestIn(from)
  if ((await readdir(to).catch(() => [])).length > 0)
    throw new Exit('usage', `${to} is not empty. Set NOISEFLOOR_DATA to a new folder.`)
  const known = new Set(files.map(({ path }) => path))
  const strange = (await filesIn(from)).filter((path) => path !== manifestName && !known.has(path))
  if (strange.length > 0)
    throw new Exit('failed', `${printable(strange[0] ?? '')} is in the folder and not in the backup.`)
  const fresh = `${to}.partial`
  await rm(fresh, { recursive: true, force: true })
  try {
    await mkdir(fresh, { mode: 0o700 })
    for (const { path, bytes, sha256 } of files) {
      const file = join(fresh, path)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await copyFile(join(from, path), file).catch(() => {
        throw new Exit('failed', `${printable(path)} of the backup is missing.`)
      })
      const found = await sumOf(file)
      if (found.bytes !== bytes || found.sha256 !== sha256)
        throw new Exit('failed', `${printable(path)} of the backup is not what was written.`)
      const handle = await open(file, 'r+')
      await handle.sync()
      await handle.close()
    }
    await rm(to, { recursive: true, force: true })
    await rename(fresh, to)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (error instanceof Exit) throw error
    throw new Exit(
      'failed',
      `Nothing was restored: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  console.log(`${files.length} files of ${made} are in ${to}. Start the server with NOISEFLOOR_DATA=${to}.`)
}

async function manifestIn(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
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
