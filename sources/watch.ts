import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { neverIdle, type Polling } from '#model/polling.ts'
import { bundledVersions } from './bundled.ts'
import type { LoadedSources } from './load.ts'
import type { Log } from '#store/log.ts'

/** How often the folder is looked at: a swap is noticed within that, whoever made it. */
const lookEvery = 2000

/** Reads all sources in a thread of its own. */
export const loadInWorker = (folder: string): Promise<LoadedSources> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./load-thread.ts', import.meta.url), {
      workerData: folder,
      execArgv: [],
    })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the loading thread ended with ${code}`)))
  })

/** What identifies the sources of a folder, those bundled with the product included: changes with every swap of a source there. */
export async function versionOf(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => [] as string[])
  const facts = await Promise.all(
    names
      .filter((name) => name.endsWith('.source'))
      .sort()
      .map(async (name) => {
        const { ino, size, mtimeMs } = await stat(join(folder, name)).catch(() => ({
          ino: 0,
          size: 0,
          mtimeMs: 0,
        }))
        return `${name}:${ino}:${size}:${Math.round(mtimeMs)}`
      }),
  )
  return [...bundledVersions(), ...facts].join(' ')
}

export interface Watch {
  stop(): Promise<void>
}

/** Calls `swap` with everything anew whenever the folder's version is another than `known`. */
export function watchSources(
  folder: string,
  known: string,
  swap: (loaded: LoadedSources, version: string) => void,
  log: Log,
  { intervalMs = lookEvery, polling = neverIdle }: { intervalMs?: number; polling?: Polling } = {},
): Watch {
  let version = known
  let looking: Promise<void> = Promise.resolve()
  let idle = true
  const look = async (): Promise<void> => {
    try {
      const now = await versionOf(folder)
      if (now === version) return
      const loaded = await loadInWorker(folder)
      version = now
      swap(loaded, now)
    } catch (error) {
      log.warn({ err: error }, 'reference data could not be read: what stood before is used')
    }
  }
  const stopLooking = polling.every(intervalMs, () => {
    if (!idle) return
    idle = false
    looking = look().finally(() => {
      idle = true
    })
  })
  return {
    async stop() {
      stopLooking()
      await looking
    },
  }
}
