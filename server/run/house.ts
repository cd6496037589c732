import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { openEnricher } from '#pipeline/enrich/open.ts'
import { startDrain, type Drain } from '#pipeline/drain/drain.ts'
import { repairCaptures } from '#pipeline/ingest/repair.ts'
import { compileTagging } from '#pipeline/tag/compile.ts'
import { writeCatalogue } from '#store/analytics/catalogue/write.ts'
import { pauseAfter } from '#store/analytics/documents/pace.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { nightly } from '#store/analytics/rebuild/nightly.ts'
import { insertSessions } from '#store/analytics/sessions/insert.ts'
import { getSetting, putSetting } from '#store/app/settings.ts'
import type { AppDatabase } from '#store/app/tables.ts'
import type { House } from '#services/context.ts'
import { loadTags } from '#tags/load.ts'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import { startRefresher, type Refresher } from './refresher.ts'
import { openStores } from './stores.ts'

/** The house with everything that runs in it. */
export interface RunningHouse {
  house: House
  drain: Drain
  refresher: Refresher
  close(): Promise<void>
}

const hour = 3_600_000

/** Opens the stores, mends what a crash left, and starts what works in the background. */
export async function openHouse(
  settings: Settings,
  log: Logger,
  clock: () => number,
  publicUrl: () => string,
): Promise<RunningHouse> {
  const [stores, enricher] = await Promise.all([
    openStores(settings, log, clock),
    openEnricher({ cacheDir: join(settings.dataFolder, 'sources'), log }),
  ])
  const { analytics, app, files, spool } = stores
  const tags = loadTags()
  const tagging = compileTagging(tags)
  await writeCatalogue(analytics, tags)
  await repairCaptures({ spool, files, app: app.db, log }, clock())
  let refresher: Refresher | undefined
  const drain = await startDrain({
    spool,
    clock,
    log,
    store: async ({ token, sessions }) => {
      await insertSessions(analytics, { sessions, token, tagging })
      refresher?.hurry()
    },
  })
  refresher = startRefresher({
    name: 'documents',
    every: pauseAfter,
    clock,
    log,
    act: async () => {
      const { addresses, tooMuch } = await refreshDocuments(analytics, { now: clock() })
      if (tooMuch.length > 0)
        log.error({ addresses: tooMuch.slice(0, 10) }, 'documents: facts too many for one record')
      return addresses > 0
    },
  })
  const keeper = startRefresher({
    name: 'nightly',
    every: () => hour,
    clock,
    log,
    act: async () => {
      await nightly(analytics, { now: clock(), retentionDays: settings.retentionDays })
      return true
    },
  })
  return {
    house: {
      analytics,
      files,
      spool,
      log,
      clock,
      publicUrl,
      db: app.db,
      enrich: (ip, origin) => enricher.enrich(ip, origin),
      tags: new Map(tags.map((tag) => [tag.slug, tag])),
      secret: await scrollSecret(app.db),
      drained: () => drain.idle(),
      limits: { captureBytes: settings.captureLimitBytes, retentionDays: settings.retentionDays },
    },
    drain,
    refresher,
    async close() {
      await Promise.all([drain.stop(), refresher.stop(), keeper.stop()])
      await stores.close()
    },
  }
}

/** Shared by all server processes on one database, so that any of them continues any walk. */
async function scrollSecret(db: AppDatabase): Promise<Uint8Array> {
  const known = await getSetting(db, 'scroll-secret', z.base64())
  if (known) return Buffer.from(known, 'base64')
  const made = randomBytes(32)
  await putSetting(db, 'scroll-secret', made.toString('base64'))
  return made
}
