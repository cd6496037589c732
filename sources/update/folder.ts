import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { mostPacked, type SourceInput } from '../files/unpack.ts'
import { SourceRefused } from '../refused.ts'
import type { Source } from '../source.ts'

const mostFiles = 200_000
const deepest = 8

/** Paths of the files below a folder, as "asn/asn-ipv4.csv.gz", in order. Links and hidden ones are left out. */
export async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = []
  const visit = async (path: string, depth: number): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory() && depth < deepest) await visit(join(path, entry.name), depth + 1)
      else if (entry.isFile()) found.push(relative(folder, join(path, entry.name)).split(sep).join('/'))
      if (found.length > mostFiles) throw new SourceRefused(`${folder} holds more than ${mostFiles} files`)
    }
  }
  await visit(folder, 0)
  return found.sort()
}

const plainName = (path: string): string => path.replace(/\.(gz|zst)$/, '')

/** Whether a file, by its path, is one of a source's. */
export const isOf = (source: Source, path: string): boolean => source.files.test(plainName(path))

/** Databases for tests of databases lie in such folders, and are nobody's geography. */
const notForUs = /(^|\/)(mmdb-test|bad|test-data)\//

/** Which files of a folder belong to which source; sources without files are left out. */
export function assign(sources: readonly Source[], paths: readonly string[]): Map<Source, string[]> {
  const usable = paths.filter((path) => !notForUs.test(path))
  return new Map(
    sources
      .map((source) => [source, usable.filter((path) => isOf(source, path))] as const)
      .filter(([, files]) => files.length > 0)
      .map(([source, files]) => [source, [...files]]),
  )
}

/** A file, read whole. @throws SourceRefused when it is too large */
export async function readInput(path: string, name: string): Promise<SourceInput> {
  const { size } = await stat(path)
  if (size > mostPacked) throw new SourceRefused(`${name} has ${size} bytes; at most ${mostPacked} are read`)
  return { name, bytes: await readFile(path) }
}
