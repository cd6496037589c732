import { once } from 'node:events'
import { z } from 'zod'
import type { Enricher } from '#pipeline/enrich/open.ts'
import { reEnrichDocuments } from '#pipeline/enrich/re-enrich.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { Settings } from '#store/app/installation.ts'
import type { Log } from '#store/log.ts'
import type { Job } from './job.ts'

const setting = 'documents-say'
const lookEvery = 5000

/**
 * Enriches documents again after every swap of reference data, and at the start when it was swapped while the server was down. The
 * setting remembers with which version that was done last.
 */
export function reEnrichment(deps: {
  analytics: Analytics
  settings: Settings
  enricher: Enricher
  /** Resolves when everything accepted so far has a document. */
  upToDate: () => Promise<void>
  refresh: () => Promise<unknown>
  clock: () => number
  log: Log
}): Job {
  const { analytics, settings, enricher, upToDate, refresh, clock, log } = deps
  let done: string | null = null
  return {
    name: 're-enrichment',
    about: 'applies new reference data to the records of addresses',
    runsOn: 'one',
    pauseMs: () => lookEvery,
    // A swap wakes it.
    idleMs: 60_000,
    async run(signal) {
      const version = enricher.version()
      done ??= await settings.get(setting, z.string())
      if (done === version) return false
      // What was enriched before the swap and waits in the spool must have a document to be found by.
      await Promise.race([upToDate(), once(signal, 'abort')])
      signal.throwIfAborted()
      const { looked, changed } = await reEnrichDocuments(analytics, {
        enrich: (ip, origin) => enricher.enrich(ip, origin),
        now: clock(),
        apply: refresh,
        signal,
      })
      await settings.put(setting, version)
      done = version
      log.info({ looked, changed }, 'documents enriched again')
      return true
    },
  }
}
