import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keeping } from './kept-table.ts'
import { loadSources } from './load.ts'
import { versionOf } from './watch.ts'

/** What the bundled sources come to, made when they are installed: a first start would take seconds for it. */
const prepared = join(import.meta.dirname, '..', 'node_modules', '.cache', 'noisefloor', 'sources')

/** Makes it (scripts/bootstrap.mjs). It is public data: whoever runs the server may not be who installed it. */
export async function prepare(folder = prepared): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await keeping(folder, await versionOf(folder), await loadSources(folder))()
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644)
}

/**
 * Gives a folder that has no sources yet what was prepared. Each file is read back with its own sum and version, so whatever is torn,
 * damaged or of another install is made anew; and so is all of it where nothing was prepared.
 */
export async function fillFromPrepared(folder: string, from = prepared): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).some((name) => /\.(?:source|bundled|table)$/.test(name))) return
    for (const name of await readdir(from)) {
      const beside = join(folder, `${name}.${randomUUID()}.tmp`)
      try {
        await copyFile(join(from, name), beside, constants.COPYFILE_FICLONE)
        await chmod(beside, 0o600)
        await rename(beside, join(folder, name))
      } finally {
        await rm(beside, { force: true })
      }
    }
  } catch {
    // Nothing was prepared, or it is not ours to read: it is made as it always was.
  }
}
