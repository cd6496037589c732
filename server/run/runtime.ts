import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openEnricher } from '#pipeline/enrich/open.ts'
import { statuses } from '#sources/status.ts'
import { startDrain, type Drain } from '#pipeline/drain/drain.ts'
import { storeUnit } from '#pipeline/drain/store-unit.ts'
import { startLookups } from '#pipeline/rdns/background.ts'
import { openResolver } from '#pipeline/rdns/resolve.ts'
import { openDissection } from '#pipeline/ingest/dissection/open.ts'
import { repairCaptures } from '#pipeline/ingest/repair.ts'
import { compileCounting, compileRulebook, nameOfRules } from '#pipeline/tag/compile.ts'
import { writeCatalogue } from '#store/analytics/catalogue/write.ts'
import { pauseAfter, pauseAfterConsolidation } from '#store/analytics/documents/pace.ts'
import { consolidateDocuments } from '#store/analytics/documents/consolidate.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { firstDayOfWindow } from '#model/window.ts'
import { noteIntake } from '#store/analytics/rebuild/intake.ts'
import { nightly } from '#store/analytics/rebuild/nightly.ts'
import { makeWhole } from '#store/analytics/rebuild/ensure-balanced.ts'
import { watchEngine } from '#store/analytics/health.ts'
import { readsWhileAnswered } from '#store/analytics/read-only.ts'
import { openMemoryIndex } from '#store/analytics/memory-index/open.ts'
import { pauseAfterCounting, refreshTagCounts } from '#store/analytics/tag-counts/refresh.ts'
import { getSetting, putSetting } from '#store/app/settings.ts'
import type { AppDatabase } from '#store/app/tables.ts'
import type { Deps } from '#services/context.ts'
import { rememberedCuts } from '#services/ip/truncated-lists.ts'
import { standOwnList } from '#services/sources/seed-actors.ts'
import { type Budget, budget } from '#model/budget.ts'
import { loadTags } from '#tags/load.ts'
import type { Session } from '#model/session.ts'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import { openPool, type Pool } from '../work/pool.ts'
import { tasks, type Tasks } from '../work/tasks.ts'
import { type Audits, startAudits } from './audit.ts'
import { readable } from './engine.ts'
import { changeNextKind } from '#services/capture/change-kinds.ts'
import { startRefresher, type Refresher } from './loop.ts'
import { startRenewal } from './re-enrich.ts'
import { rederiveDocuments } from './rederive.ts'
import { startRetagger, type Retagger } from './retag-job.ts'
import { openStores, rememberedFor } from './stores.ts'
import { startUpdates } from './updates.ts'

/** The dependencies with everything that runs on them. */
export interface Runtime {
  deps: Deps
  work: Pool<Tasks>
  drain: Drain
  refresher: Refresher
  retagger: Retagger
  sandbox: () => string
  audits: Audits
  /** After a workspace was made. */
  keepCopy(): Promise<void>
  /** Ends what works in the background; verbs still find everything they need. */
  quiet(): Promise<void>
  close(): Promise<void>
  /** Ends the engine's process at once. */
  kill(): void
}

const hour = 3_600_000
/** Milliseconds that stopping waits for what works in the background. */
const maxRoundMs = 2000

/** Opens the stores, mends what a crash left, and starts what works in the background. */
export async function startRuntime(
  settings: Settings,
  log: Logger,
  clock: () => number,
  publicUrl: () => string,
  limits: Budget = budget,
): Promise<Runtime> {
  const sourcesFolder = join(settings.dataFolder, 'sources')
  const [stores, enricher] = await Promise.all([
    openStores(settings, log, clock),
    openEnricher({ folder: sourcesFolder, log }),
  ])
  const { analytics, app, files, spool } = stores
  // Of several servers on the same stores one does what is done in the background, until it ends and another takes over.
  const leadership = analytics.across && (await app.locks?.electLeader('background'))
  const leads = (): boolean => leadership?.leads() ?? true
  const tags = loadTags()
  const rules = compileRulebook(tags)
  const rulesName = nameOfRules(tags)
  const rulesInForce = { name: rulesName, tagging: rules.all, counting: compileCounting(tags) }
  const isOtherWay = await readable(analytics, log, async () => {
    await writeCatalogue(analytics, tags)
    await standOwnList(analytics)
    return rederiveDocuments({ analytics, db: app.db })
  })
  if (isOtherWay) log.info('documents are made anew: this release makes them another way')
  const health = watchEngine(() => analytics.app.ping(), { silenceMs: limits.silenceMs })
  const memoryIndex = openMemoryIndex(analytics, {
    maxDocuments: settings.residentDocuments,
    log,
    steps: limits.indexSteps,
    engineAnswers: () => health.answers(),
  })
  const dissection = openDissection(settings.dissection)
  await repairCaptures({ spool, files, app: app.db, log }, clock())
  let refresher: Refresher | undefined
  const lookups = settings.reverseDns
    ? startLookups({
        analytics,
        resolver: openResolver(settings.reverseDns.servers),
        rate: settings.reverseDns.rate,
        clock,
        log,
        onKept: () => refresher?.wake(),
      })
    : null
  const drain = await startDrain({
    spool,
    clock,
    log,
    store: async (unit, again) => {
      const { origin, day } = unit
      await noteIntake(analytics, { origin, day, rules: rulesName })
      await storeUnit(analytics, unit, again, rules)
      // The rollup of a day whose sessions are past the retention knows more than they do.
      if (again && day >= firstDayOfWindow(clock(), settings.retentionDays))
        await makeWhole(analytics, { origin, day })
      lookups?.seen(publishedSources(unit.sessions))
      refresher?.wake()
    },
  })
  const refresh = async (): Promise<boolean> => {
    const { addresses, tooMuch } = await refreshDocuments(analytics, {
      now: clock(),
      resolving: lookups !== null,
    })
    if (tooMuch.length > 0)
      log.error({ addresses: tooMuch.slice(0, 10) }, 'documents: facts too many for one record')
    if (addresses > 0) await memoryIndex.refreshed()
    return addresses > 0
  }
  refresher = startRefresher({
    name: 'documents',
    every: pauseAfter,
    clock,
    log,
    act: async () => leads() && (await refresh()),
  })
  // Documents may be made after the round that counted their days.
  let fresh = true
  const counter = startRefresher({
    name: 'tag counts',
    every: pauseAfterCounting,
    clock,
    log,
    act: async () => {
      if (!leads()) return false
      const counted = await refreshTagCounts(analytics, { now: clock(), always: fresh })
      const worked = counted > 0 || fresh
      fresh = counted > 0
      return worked
    },
  })
  const consolidator = startRefresher({
    name: 'consolidation',
    every: pauseAfterConsolidation,
    clock,
    log,
    act: async () => leads() && (await consolidateDocuments(analytics)) > 0,
  })
  const keeper = startRefresher({
    name: 'nightly',
    every: () => hour,
    clock,
    log,
    act: async () => {
      if (!leads()) return false
      await nightly(analytics, { now: clock(), retentionDays: settings.retentionDays })
      return true
    },
  })
  const retagger = startRetagger({
    analytics,
    clock,
    log,
    rules: rulesInForce,
    retentionDays: settings.retentionDays,
    leads,
    onRetagged: () => refresher?.wake(),
  })
  const renewal = startRenewal({
    analytics,
    db: app.db,
    enricher,
    settled: async () => {
      await drain.idle()
      await refreshDocuments(analytics, { now: clock(), resolving: lookups !== null })
    },
    refresh,
    leads,
    clock,
    log,
  })
  const tagsBySlug = new Map(tags.map((tag) => [tag.slug, tag]))
  const work = openPool(
    tasks,
    { tags: tagsBySlug },
    {
      workers: Math.max(2, Math.min(4, availableParallelism() - 1)),
      waiting: limits.waitingTasks,
      taskMs: limits.workMs,
      graceMs: 1000,
      heap: limits.workerHeap,
      idleMs: 30_000,
    },
  )
  const deps: Deps = {
    analytics,
    memoryIndex,
    health,
    work,
    budget: limits,
    files,
    spool,
    dissection,
    log,
    clock,
    publicUrl,
    db: app.db,
    resolving: lookups !== null,
    enrich: (ip, origin) => enricher.enrich(ip, origin),
    reference: {
      network: (ip) => enricher.network(ip),
      service: (ip) => enricher.service(ip),
      names: (kind, fingerprint) => enricher.names(kind, fingerprint),
      facts: () => statuses(sourcesFolder),
      folder: sourcesFolder,
      updates: () => updates?.status() ?? { state: 'off', lastAt: '' },
    },
    tags: tagsBySlug,
    rules: rulesInForce,
    cutLists: rememberedCuts(readsWhileAnswered(health, analytics), clock),
    secret: await scrollSecret(app.db),
    drained: () => drain.idle(),
    limits: { captureBytes: settings.captureLimitBytes, retentionDays: settings.retentionDays },
  }
  const kinds = startRefresher({
    name: 'kinds of captures',
    every: () => 1000,
    clock,
    log,
    act: async (signal) => {
      const changed = await changeNextKind(deps, { signal })
      if (changed !== null) refresher?.wake()
      return changed !== null
    },
  })
  const audits = await startAudits({
    ingest: {
      spool,
      files,
      app: app.db,
      dissection,
      enrich: deps.enrich,
      retentionDays: settings.retentionDays,
    },
    analytics,
    drain,
    clock,
    log,
    rememberMs: rememberedFor(settings),
    databases: app.lastError === null ? [] : [app.lastError],
    share: settings.checksShare,
    leads,
  })
  const quiet = async (): Promise<void> => {
    const rounds = [
      updates,
      renewal,
      lookups,
      refresher,
      counter,
      consolidator,
      keeper,
      retagger,
      kinds,
      audits,
    ]
    await Promise.all(rounds.map((round) => round?.stop()))
  }
  const updates = settings.sourcesUpdate && startUpdates(deps, log, settings.sourcesUpdate)
  return {
    deps,
    work,
    drain,
    refresher,
    retagger,
    sandbox: () => stores.sandbox(),
    audits,
    keepCopy: () => app.keepCopy(),
    quiet,
    kill: () => stores.kill(),
    async close() {
      health.close()
      await work.close()
      // A round that lasts is cut off with the engine: whatever it was at is done again after the next start.
      await Promise.race([quiet(), sleep(maxRoundMs, undefined, { ref: false })])
      await dissection.close()
      await enricher.close()
      await drain.stop()
      await leadership?.stop()
      await memoryIndex.close()
      await stores.close()
    },
  }
}

/** Addresses that the global records know; those that stay inside a workspace are told to nobody. */
const publishedSources = (sessions: readonly Session[]): Set<string> =>
  new Set(sessions.filter(({ published }) => published).map(({ source }) => source.ip))

/** Shared by all server processes on one database, so that any of them continues any walk. */
async function scrollSecret(db: AppDatabase): Promise<Uint8Array> {
  const known = await getSetting(db, 'scroll-secret', z.base64())
  if (known) return Buffer.from(known, 'base64')
  const made = randomBytes(32)
  await putSetting(db, 'scroll-secret', made.toString('base64'))
  return made
}
