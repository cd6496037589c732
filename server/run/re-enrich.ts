import { once } from 'node:events'
import { z } from 'zod'
import type { Enricher } from '#pipeline/enrich/open.ts'
import { renewDocuments } from '#pipeline/enrich/re-enrich.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { getSetting, putSetting } from '#store/app/settings.ts'
import type { AppDatabase } from '#store/app/tables.ts'
import type { Logger } from 'pino'
import { startRefresher } from './loop.ts'

const setting = 'documents-say'
const lookEvery = 5000

/**
 * Renews documents after every swap of reference data, and at the start when it was swapped while the server was down. The
 * setting remembers with which version the last renewal was done.
 */
export function startRenewal(deps: {
  analytics: Analytics
  db: AppDatabase
  enricher: Enricher
  /** Resolves when everything accepted so far has a document. */
  settled: () => Promise<void>
  refresh: () => Promise<unknown>
  /** Whether this process is the one that does it. */
  leads: () => boolean
  clock: () => number
  log: Logger
}): { stop(): Promise<void> } {
  const { analytics, db, enricher, settled, refresh, leads, clock, log } = deps
  let done: string | null = null
  const renewal = startRefresher({
    name: 'renewal',
    every: () => lookEvery,
    clock,
    log,
    act: async (signal) => {
      if (!leads()) return false
      const version = enricher.version()
      done ??= await getSetting(db, setting, z.string())
      if (done === version) return false
      // What was enriched before the swap and waits in the spool must have a document to be found by.
      await Promise.race([settled(), once(signal, 'abort')])
      signal.throwIfAborted()
      const { looked, renewed } = await renewDocuments(analytics, {
        enrich: (ip, origin) => enricher.enrich(ip, origin),
        now: clock(),
        apply: refresh,
        signal,
      })
      await putSetting(db, setting, version)
      done = version
      log.info({ looked, renewed }, 'documents renewed from reference data')
      return true
    },
  })
  enricher.onSwap(() => renewal.wake())
  return { stop: () => renewal.stop() }
}
