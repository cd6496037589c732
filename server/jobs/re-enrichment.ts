import { once } from 'node:events'
import { z } from 'zod'
import type { Drain } from '#pipeline/drain/drain.ts'
import type { Enricher } from '#pipeline/enrich/open.ts'
import { reEnrichDocuments } from '#pipeline/enrich/re-enrich.ts'
import type { Spool } from '#pipeline/spool/spool.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { Settings } from '#store/app/installation.ts'
import type { Log } from '#store/log.ts'
import type { Job } from './job.ts'

const setting = 'documents-say'
const lookEvery = 5000

export interface ReEnrichment extends Job {
  /** What was stored of an earlier round was lost: all is looked up again. */
  again(): Promise<void>
}

/**
 * Enriches documents again after every swap of reference data, and at the start when it was swapped while the server was down. The
 * setting remembers with which version that was done last, also for the server that leads next.
 */
export function reEnrichment(deps: {
  analytics: Analytics
  settings: Settings
  enricher: Enricher
  spool: Pick<Spool, 'batchesEnded'>
  drain: Pick<Drain, 'idle'>
  /** Makes the documents of marked addresses anew. */
  refresh: () => Promise<unknown>
  clock: () => number
  log: Log
}): ReEnrichment {
  const { analytics, settings, enricher, spool, drain, refresh, clock, log } = deps
  let timesAsked = 0
  /** What was enriched before the swap, and is still dissected or waits in the spool, must have a document to be found by. */
  async function upToDate(signal: AbortSignal): Promise<void> {
    const allStored = async (): Promise<void> => {
      await spool.batchesEnded()
      await drain.idle()
      await refresh()
    }
    const over = new AbortController()
    try {
      await Promise.race([allStored(), once(signal, 'abort', { signal: over.signal })])
    } finally {
      over.abort()
    }
    signal.throwIfAborted()
  }
  return {
    name: 're-enrichment',
    about: 'applies new reference data to the records of addresses',
    runsOn: 'one',
    pauseMs: () => lookEvery,
    // A swap wakes it.
    idleMs: 60_000,
    async run(signal) {
      const version = enricher.version()
      const asked = timesAsked
      if ((await settings.get(setting, z.string())) === version) return false
      await upToDate(signal)
      const { looked, changed } = await reEnrichDocuments(analytics, {
        enrich: (ip, origin) => enricher.enrich(ip, origin),
        now: clock(),
        apply: refresh,
        signal,
      })
      // What was lost meanwhile may be of those that were looked at before.
      if (timesAsked === asked) await settings.put(setting, version)
      log.info({ looked, changed }, 'documents enriched again')
      return true
    },
    async again() {
      timesAsked += 1
      await settings.put(setting, '')
    },
  }
}
