import { createReadStream } from 'node:fs'
import { Refusal } from '#model/errors.ts'
import { isDue, isKeptFresh, type SourceStatus } from '#model/sources.ts'
import { type AnySource, sourceNamed } from '#sources/catalogue/all.ts'
import { SourceRefused, Unreachable } from '#sources/refused.ts'
import { isAddressSource } from '#sources/source.ts'
import { importInWorker } from '#sources/import/worker.ts'
import type { SourceFile } from '#sources/source-file.ts'
import { withFetched } from '#sources/import/publisher.ts'
import type { Deps } from '../context.ts'
import { replaceSource } from './import.ts'

/** Whether it is time to fetch a source without anybody asking. `now` in milliseconds since 1970 UTC. */
export const isTime = (status: SourceStatus, now: number): boolean =>
  isKeptFresh(status) &&
  (status.importedAt === '' || isDue(status, now)) &&
  (status.attempt === null || now >= Date.parse(status.attempt.again))

export interface Refresh {
  /** Of a mirror; the publishers' own addresses without. */
  base: string | undefined
  signal: AbortSignal
}

/** `unreachable`: nobody could be asked, which says nothing against the source. */
export type Refreshed =
  | { end: 'imported' }
  | { end: 'refused' | 'unreachable'; lastError: string; isNew: boolean }

/** Fetches a source and puts it in the place of what stands, or remembers why not; what stood then still stands. */
export async function refreshSource(deps: Deps, name: string, refresh: Refresh): Promise<Refreshed> {
  const { clock } = deps
  const { fetchStates } = deps.installation
  const source = sourceNamed(name)
  if (!source) throw new Error(`There is no source ${name}.`)
  const before = (await fetchStates.get(name)).attempt
  const attempt = { at: clock(), lastError: '', failures: (before?.failures ?? 0) + 1 }
  // Written first: other processes leave it alone, and a death in between is not tried again at once.
  await fetchStates.saveAttempt(name, attempt)
  try {
    await withFetched(source, { ...refresh, folder: deps.reference.folder }, (files) =>
      importFetched(deps, source, files),
    )
    await fetchStates.saveAttempt(name, null)
    return { end: 'imported' }
  } catch (error) {
    if (refresh.signal.aborted) {
      await fetchStates.saveAttempt(name, before)
      throw error
    }
    if (!(error instanceof SourceRefused) && !(error instanceof Refusal)) throw error
    const lastError = error.message.slice(0, 500)
    await fetchStates.saveAttempt(name, { ...attempt, lastError })
    const end = error instanceof Unreachable ? 'unreachable' : 'refused'
    return { end, lastError, isNew: lastError !== before?.lastError }
  }
}

async function importFetched(deps: Deps, source: AnySource, files: SourceFile[]): Promise<unknown> {
  const { reference, clock, log } = deps
  if (isAddressSource(source)) {
    const take = { folder: reference.folder, now: clock(), from: source.urls, force: false }
    const { rows, before, added, removed, changed } = await importInWorker(source, files, take)
    return log.info({ source: source.name, rows, before, added, removed, changed }, 'source imported')
  }
  const streams = files.map(({ path }) => createReadStream(path))
  return replaceSource(deps, { name: source.name, from: source.urls, force: false, add: false }, streams)
}
