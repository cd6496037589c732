import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maxPackedBytes } from '../formats/unpack.ts'
import type { About } from '../source.ts'
import { fetchFile } from './fetch.ts'
import type { SourceFile } from '../source-file.ts'

/** For all files of a source together: milliseconds, and bytes on the disk. */
const timeoutMs = 900_000
const maxOfSource = 1024 ** 3

/** A mirror lays files out by host and path, as `wget -x` does: BASE/raw.githubusercontent.com/owner/name/… */
export function addressAt(base: string | undefined, address: string): string {
  if (base === undefined) return address
  const { host, pathname, search } = new URL(address)
  return `${base.replace(/\/+$/, '')}/${host}${pathname}${search}`
}

/**
 * Fetches the files of a source, hands them to `take` and removes them.
 * @throws SourceRefused, and what `take` throws
 */
export async function withFetched<T>(
  { urls }: Pick<About, 'urls'>,
  { base, folder, signal }: { base: string | undefined; folder: string; signal?: AbortSignal },
  take: (files: SourceFile[]) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const room = await mkdtemp(join(folder, 'fetch-'))
  try {
    const timeout = AbortSignal.timeout(timeoutMs)
    const until = signal ? AbortSignal.any([signal, timeout]) : timeout
    const files: SourceFile[] = []
    let left = maxOfSource
    for (const [at, url] of urls.entries()) {
      const one = AbortSignal.any([until, AbortSignal.timeout(300_000)])
      const limits = { signal: one, bytes: Math.min(maxPackedBytes, left) }
      const { path } = await fetchFile(addressAt(base, url), join(room, String(at)), limits)
      left -= (await stat(path)).size
      // Whatever a mirror's own path is: parsers go by the publisher's.
      files.push({ name: new URL(url).pathname, path })
    }
    return await take(files)
  } finally {
    await rm(room, { recursive: true, force: true })
  }
}

/** Nobody works on one source for that long. */
const abandonedAfter = 3_600_000

/** Removes what attempts that were killed left behind in the folder of sources. */
export async function clearAbandoned(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [] as string[])) {
    if (!name.startsWith('fetch-') && !name.endsWith('.tmp')) continue
    const path = join(folder, name)
    const info = await stat(path).catch(() => null)
    if (info && now - info.mtimeMs > abandonedAfter) await rm(path, { recursive: true, force: true })
  }
}
