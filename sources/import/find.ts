import { open, readdir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { type AnySource, everySource, sourceNamed } from '../catalogue/all.ts'
import { maxPackedBytes, type SourceInput } from '../formats/unpack.ts'
import { SourceRefused } from '../refused.ts'
import type { SourceFile } from '../source-file.ts'

const maxFiles = 400_000
const deepest = 8

export interface Found {
  known: [AnySource, SourceFile[]][]
  /** Names of files that are no source's. */
  unknown: string[]
  /** Links: they are not followed, wherever they lead. */
  links: string[]
}

/**
 * The sources at a path: a folder with everything below it, or one file. `name` says which source to take alone, or
 * which one a file is whose name does not say it.
 * @throws SourceRefused when nothing there is a source
 */
export async function findSources(path: string, name?: string): Promise<Found> {
  const source = name === undefined ? undefined : known(name)
  const info = await stat(path).catch(() => null)
  if (!info) throw new SourceRefused(`There is no ${path}`)
  if (info.isFile()) {
    const file = { name: path.split(sep).join('/'), path }
    return { known: [[source ?? sourceOf(path), [file]]], unknown: [], links: [] }
  }
  if (!info.isDirectory()) throw new SourceRefused(`${path} is neither a file nor a folder`)
  const { files, links } = await filesBelow(path)
  const found = assign(files)
  const wanted = source ? found.filter(([one]) => one === source) : found
  if (wanted.length === 0)
    throw new SourceRefused(`${path} holds no file of ${source ? source.name : 'a source we know'}`)
  const taken = new Set(found.flatMap(([, of]) => of))
  return {
    known: wanted.map(([one, names]) => [one, names.map((of) => ({ name: of, path: join(path, of) }))]),
    unknown: source ? [] : files.filter((of) => !taken.has(of)),
    links,
  }
}

/** @throws SourceRefused for a name nobody bears */
export function known(name: string): AnySource {
  const source = sourceNamed(name)
  if (source) return source
  const names = everySource.map((one) => one.name).join(', ')
  throw new SourceRefused(`There is no source ${name}. There are: ${names}`)
}

/** The source that a file or an address is by its name. @throws SourceRefused for none or several */
export function sourceOf(path: string): AnySource {
  const [source, ...others] = everySource.filter((each) => isOf(each, path))
  if (source && others.length === 0) return source
  const names = everySource.map(({ name }) => name).join(', ')
  throw new SourceRefused(`Say which source ${basename(path)} is (--source NAME): ${names}`)
}

/** Paths of the files below a folder, as "asn/asn-ipv4.csv.gz", in order. Hidden ones are left out. */
async function filesBelow(folder: string): Promise<{ files: string[]; links: string[] }> {
  const [files, links]: [string[], string[]] = [[], []]
  const visit = async (path: string, depth: number): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const name = (): string => relative(folder, join(path, entry.name)).split(sep).join('/')
      if (entry.isDirectory() && depth < deepest) await visit(join(path, entry.name), depth + 1)
      else if (entry.isFile()) files.push(name())
      else if (entry.isSymbolicLink()) links.push(name())
      if (files.length > maxFiles) throw new SourceRefused(`${folder} holds more than ${maxFiles} files`)
    }
  }
  await visit(folder, 0)
  return { files: files.sort(), links: links.sort() }
}

/** Whether a file, by its path, is one of a source's. */
const isOf = (source: AnySource, path: string): boolean =>
  source.files.test(path.replace(/\.(gz|zst)$/, '').replaceAll('\\', '/'))

/** Databases for tests of databases lie in such folders, and are nobody's geography. */
const notForUs = /(^|\/)(mmdb-test|bad|test-data)\//

function assign(paths: readonly string[]): [AnySource, string[]][] {
  const usable = paths.filter((path) => !notForUs.test(path))
  return everySource
    .map((source): [AnySource, string[]] => [source, usable.filter((path) => isOf(source, path))])
    .filter(([, files]) => files.length > 0)
}

/** A file, read whole. @throws SourceRefused when it is too large or gone */
export async function readInput({ path, name }: SourceFile): Promise<SourceInput> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new SourceRefused(`${name} cannot be read (${error.code})`)
  })
  try {
    const { size } = await handle.stat()
    if (size > maxPackedBytes)
      throw new SourceRefused(`${name} has ${size} bytes; at most ${maxPackedBytes} are read`)
    return { name, bytes: await handle.readFile() }
  } finally {
    await handle.close()
  }
}
