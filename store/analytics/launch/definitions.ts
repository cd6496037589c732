import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { replaceFile } from '../../files/durable.ts'

/**
 * A copy of what the engine's tables are, beside the engine's own files: small, read at every start, and without a checksum
 * of the engine's. It stands from the end of a migration to the beginning of the next, so that whatever differs from it is damage.
 */
export interface Definitions {
  /** Path below the engine's data folder → content. */
  files: Record<string, string>
  /** Statements of migrations that were applied. */
  migrated: readonly { migration: string; step: number; sum: string }[]
}

/** Twice, so that one flipped bit leaves one. */
const copiesIn = (dir: string): string[] => [join(dir, 'definitions'), join(dir, 'definitions.second')]

/** Definitions and the version of a table's format: what lies outside of parts and never changes by itself. */
const isDefinition = (name: string): boolean => name.endsWith('.sql') || name === 'format_version.txt'

async function filesOf(data: string): Promise<string[]> {
  const list = (folder: string) => readdir(join(data, folder), { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  const takeFrom = async (folder: string): Promise<void> => {
    for (const entry of await list(folder))
      if (entry.isFile() && isDefinition(entry.name)) found.push(`${folder}/${entry.name}`)
  }
  await takeFrom('metadata')
  for (const prefix of await list('store'))
    for (const table of await list(`store/${prefix.name}`))
      await takeFrom(`store/${prefix.name}/${table.name}`)
  return found.sort()
}

/** Writes the copy, when all migrations are done. @param dir the engine's folder */
export async function keepDefinitions(dir: string, migrated: Definitions['migrated']): Promise<void> {
  const data = join(dir, 'data')
  const files: Definitions['files'] = {}
  for (const path of await filesOf(data)) files[path] = await readFile(join(data, path), 'latin1')
  const json = JSON.stringify({ files, migrated } satisfies Definitions)
  const text = `${json}\n${crc32(json)}`
  for (const copy of copiesIn(dir))
    if ((await readFile(copy, 'utf8').catch(() => '')) !== text) await replaceFile(copy, text)
}

/** Before a migration changes them. */
export async function forgetDefinitions(dir: string): Promise<void> {
  for (const copy of copiesIn(dir)) await rm(copy, { force: true })
}

async function readCopy(dir: string): Promise<Definitions | null> {
  for (const copy of copiesIn(dir)) {
    const [json = '', sum] = (await readFile(copy, 'utf8').catch(() => '')).split('\n')
    if (sum === String(crc32(json))) return JSON.parse(json)
  }
  return null
}

/**
 * Puts every definition back that is not what the copy says. Before the engine starts.
 * @returns the copy, null when there is none that can be read, and the paths of what was put back
 */
export async function restoreDefinitions(
  dir: string,
): Promise<{ copy: Definitions | null; restored: string[] }> {
  const copy = await readCopy(dir)
  if (copy === null) return { copy: null, restored: [] }
  const restored: string[] = []
  for (const [path, content] of Object.entries(copy.files)) {
    const there = join(dir, 'data', path)
    if ((await readFile(there, 'latin1').catch(() => null)) === content) continue
    await replaceFile(there, Buffer.from(content, 'latin1'))
    restored.push(path)
  }
  return { copy, restored }
}
