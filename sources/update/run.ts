import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { allSources } from '../catalogue.ts'
import type { SourceInput } from '../files/unpack.ts'
import { SourceRefused } from '../refused.ts'
import type { Source } from '../source.ts'
import { fetchInput } from './fetch.ts'
import { assign, filesBelow, isOf, readInput } from './folder.ts'
import { type Taken, takeSource } from './take.ts'

/** What became of one source: taken, or why not. */
export type Outcome = { ok: true; taken: Taken } | { ok: false; source: string; reason: string }

export interface Update {
  /** Where sources are kept (`sources` in the data folder). */
  folder: string
  /** Names of sources; all when empty. */
  names: readonly string[]
  force: boolean
  now: number
  /** Hears of each source as it is done. */
  done: (outcome: Outcome) => void
}

/** The sources with these names, all when there are none. @throws SourceRefused for a name nobody bears */
export function sourcesNamed(names: readonly string[]): readonly Source[] {
  const unknown = names.filter((name) => !allSources.some((source) => source.name === name))
  if (unknown.length > 0)
    throw new SourceRefused(
      `There is no source ${unknown.join(', ')}. There are: ${allSources.map(({ name }) => name).join(', ')}`,
    )
  return names.length === 0 ? allSources : allSources.filter(({ name }) => names.includes(name))
}

/** Fetches sources from where they are published. */
export async function updateSources(update: Update): Promise<void> {
  for (const source of sourcesNamed(update.names)) {
    if (source.urls.length === 0) continue
    await attempt(update, source, source.urls, () => inOrder(source.urls, fetchInput))
  }
}

/**
 * Takes sources from a folder, a file or one address. A file whose name does not say which source it is needs the name.
 * @throws SourceRefused when nothing there is a source
 */
export async function importSources(update: Update, path: string): Promise<void> {
  const wanted = sourcesNamed(update.names)
  if (/^https?:\/\//i.test(path)) {
    const source = only(update, wanted, new URL(path).pathname)
    return attempt(update, source, [path], async () => [await fetchInput(path)])
  }
  const info = await stat(path).catch(() => null)
  if (!info) throw new SourceRefused(`There is no ${path}`)
  if (info.isFile()) {
    const source = only(update, wanted, path)
    return attempt(update, source, [basename(path)], async () => [await readInput(path, path)])
  }
  const found = assign(wanted, await filesBelow(path))
  if (found.size === 0) throw new SourceRefused(`${path} holds no file of a source we know`)
  for (const [source, files] of found)
    await attempt(update, source, files, () => inOrder(files, (file) => readInput(join(path, file), file)))
  return undefined
}

function only(update: Update, wanted: readonly Source[], path: string): Source {
  const [source, ...others] = update.names.length > 0 ? wanted : wanted.filter((each) => isOf(each, path))
  if (source && others.length === 0) return source
  throw new SourceRefused(`Say which source ${path} is: ${allSources.map(({ name }) => name).join(', ')}`)
}

async function inOrder<T>(
  from: readonly T[],
  read: (each: T) => Promise<SourceInput>,
): Promise<SourceInput[]> {
  const inputs: SourceInput[] = []
  for (const each of from) inputs.push(await read(each))
  return inputs
}

async function attempt(
  { folder, force, now, done }: Update,
  source: Source,
  from: readonly string[],
  read: () => Promise<SourceInput[]>,
): Promise<void> {
  try {
    done({ ok: true, taken: await takeSource(source, await read(), { folder, now, from, force }) })
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    done({ ok: false, source: source.name, reason: error.message })
  }
}
