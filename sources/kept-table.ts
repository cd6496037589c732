import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { nameSources, networkSources } from './catalogue/address-sources.ts'
import type { LoadedSources } from './load.ts'

/**
 * What all sources of a folder come to, as it was made last: reading it takes a tenth of making it. The file begins with the sum of
 * everything it was made from and of what it holds: one that was torn or damaged, or was made from others, is as good as none.
 */
const fileIn = (folder: string): string => join(folder, 'all.table')

/** Version of how sources are joined (flatten.ts, merge.ts): another one makes the table be made anew. */
const joinedAs = 1
const sumBytes = 32

const madeFrom = (version: string): string =>
  JSON.stringify([
    joinedAs,
    process.versions.v8,
    networkSources.map(({ name, matching }) => [name, matching]),
    nameSources.map(({ name }) => name),
    version,
  ])

const sumOf = (version: string, bytes: Uint8Array): Buffer =>
  createHash('sha256').update(madeFrom(version)).update('\0').update(bytes).digest()

/** The table of these versions of the sources (watch.ts), null when it is to be made. */
export async function keptTable(folder: string, version: string): Promise<LoadedSources | null> {
  try {
    const file = await readFile(fileIn(folder))
    const bytes = file.subarray(sumBytes)
    return sumOf(version, bytes).equals(file.subarray(0, sumBytes))
      ? (deserialize(bytes) as LoadedSources)
      : null
  } catch {
    return null
  }
}

/**
 * Readies a table to be kept; the call that follows writes it, and may come when the table itself was given away. One with problems
 * is not kept, so that they are told again; a folder that cannot be written keeps none.
 */
export function keeping(folder: string, version: string, loaded: LoadedSources): () => Promise<void> {
  if (loaded.problems.length > 0) return async () => undefined
  const bytes = serialize(loaded)
  return async () => {
    const beside = `${fileIn(folder)}.${randomUUID()}.tmp`
    try {
      await writeFile(beside, [sumOf(version, bytes), bytes], { mode: 0o600 })
      await rename(beside, fileIn(folder))
    } catch {
      await rm(beside, { force: true })
    }
  }
}
