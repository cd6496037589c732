import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEnricher } from '#pipeline/enrich/open.ts'
import type { Drain } from '#pipeline/drain/drain.ts'
import { startLookups } from '#pipeline/rdns/background.ts'
import { openResolver } from '#pipeline/rdns/resolve.ts'
import { openDissection } from '#pipeline/ingest/dissection/open.ts'
import { repairCaptures } from '#pipeline/ingest/repair.ts'
import { openRules } from '#pipeline/tag/in-force.ts'
import { writeTagCatalogue } from '#store/analytics/tag-catalogue/write.ts'
import { watchEngine } from '#store/analytics/health.ts'
import { readsWhileAnswered } from '#store/analytics/read-only.ts'
import { openMemoryIndex } from '#search-index/open.ts'
import type { Leadership } from '#store/app/locks.ts'
import type { Deps } from '#services/context.ts'
import { openListsInForce } from '#store/analytics/evidence/in-force.ts'
import { openAnalysisParts } from '#services/analysis/parts.ts'
import { openPcapParts } from '#services/pcap/parts.ts'
import { openKeptQueries } from '#services/ip/kept-queries.ts'
import { openReports } from '#services/reports.ts'
import { Relay } from '#services/sensors/transporter/relay.ts'
import { openAttempts } from '#services/sign-in/attempts.ts'
import { failuresInMemory } from '#services/sign-in/failures-in-memory.ts'
import { cachedCuts } from '#services/ip/truncated-lists.ts'
import { seedActors } from '#services/sources/seed-actors.ts'
import type { Polling } from '#model/polling.ts'
import { type Budget, budget } from '#model/budget.ts'
import { openProfiles } from '#profiles/load.ts'
import { loadTags } from '#tags/load.ts'
import type { Log } from '#store/log.ts'
import { backupsOf } from './backups.ts'
import { mailOf } from './mail.ts'
import type { Settings } from '../settings.ts'
import { openPool, type Pool } from '../work/pool.ts'
import { tasks, type Tasks } from '../work/tasks.ts'
import { readable } from './engine.ts'
import { analysesName } from '../jobs/analyses.ts'
import { captureKindsName } from '../jobs/capture-kinds.ts'
import { pcapsName } from '../jobs/pcaps.ts'
import type { Audits } from '../jobs/audits.ts'
import { type Jobs, startJobs } from '../jobs/jobs.ts'
import { jobList } from '../jobs/list.ts'
import type { Retagging } from '../jobs/retagging.ts'
import type { RunnerOptions } from '../jobs/runner.ts'
import type { SourceUpdates } from '../jobs/source-updates.ts'
import { allOpened, closedOnFailure, type Openings } from './openings.ts'
import { warnOfDiffering } from './differing-settings.ts'
import { rederiveDocuments } from './rederive.ts'
import { referenceOf } from './reference.ts'
import { type Certificate, openSensorFiles } from './sensor-files.ts'
import { secretKeyOf } from './secret-key.ts'
import { batchMemoryMs, openDataFolder, openStores, pollingOf } from './stores.ts'
import { startStoring } from './storing.ts'

/** The dependencies with everything that runs on them. */
export interface Runtime {
  deps: Deps
  work: Pool<Tasks>
  drain: Drain
  jobs: Jobs
  retagging: Retagging
  audits: Audits
  polling: Polling
  /** Another number after every change of the documents in memory. */
  generation: () => number
  sandbox: () => string
  /** Whether this server is the one that loads the demo, of several on the same stores. */
  loadsDemo: () => boolean
  /** After a workspace was made. */
  keepCopy(): Promise<void>
  /** Ends what works in the background; verbs still find everything they need. */
  quiet(): Promise<void>
  close(): Promise<void>
  /** Ends the engine's process at once. */
  kill(): void
}

/** Milliseconds that stopping waits for what works in the background. */
const maxRoundMs = 2000

export interface RuntimeOptions {
  limits?: Budget
  onRound?: RunnerOptions['onRound']
  /** By default one of its own. */
  polling?: Polling
  certificate?: Certificate
}

/** Opens the stores, mends what a crash left, and starts what works in the background; a start that fails closes them again. */
export const startRuntime = (
  settings: Settings,
  log: Log,
  clock: () => number,
  publicUrl: () => string,
  options: RuntimeOptions = {},
): Promise<Runtime> =>
  closedOnFailure(log, (opened) => start(opened, settings, log, clock, publicUrl, options))

async function start(
  opened: Openings,
  settings: Settings,
  log: Log,
  clock: () => number,
  publicUrl: () => string,
  { limits = budget, onRound, polling = pollingOf(settings), certificate }: RuntimeOptions,
): Promise<Runtime> {
  await openDataFolder(settings.dataFolder)
  const sourcesFolder = join(settings.dataFolder, 'sources')
  const [stores, enricher] = await allOpened([
    openStores(settings, limits, log, clock).then((made) => opened.add(made, (one) => one.close())),
    openEnricher({ folder: sourcesFolder, log, polling }).then((made) =>
      opened.add(made, (one) => one.close()),
    ),
  ])
  const { analytics, app, files, spool } = stores
  const { installation } = app
  const secret = await secretKeyOf(settings, app, log)
  if (settings.databaseUrl !== undefined) await warnOfDiffering(settings, installation.settings, log)
  // Of several servers on the same stores one does what is done in the background, until it ends and another takes over.
  const elected = async (name: string): Promise<Leadership | undefined> => {
    const leadership = await app.locks?.electLeader(name)
    return leadership && opened.add(leadership, (one) => one.stop())
  }
  const leadership = settings.role !== 'web' && analytics.across && (await elected('background'))
  // A worker takes no captures, so none of the demo's.
  const demoLeadership = settings.role !== 'worker' && (await elected('demo'))
  const leads = (): boolean => (leadership ? leadership.leads() : settings.role !== 'web')
  const tags = loadTags()
  const isOtherWay = await readable(analytics, log, async () => {
    await writeTagCatalogue(analytics, tags)
    await seedActors(analytics)
    return rederiveDocuments({ analytics, settings: installation.settings })
  })
  const rules = await readable(analytics, log, () => openRules({ tags, installation, analytics, log }))
  if (isOtherWay) log.info({}, 'documents are made anew: this release makes them another way')
  const health = watchEngine(() => analytics.app.ping(), {
    silenceMs: limits.silenceMs,
    answeredAt: analytics.traffic.answeredAt,
    isAsked: analytics.traffic.isAsked,
    onAsked: analytics.traffic.onAsked,
  })
  opened.add(health, (one) => one.close())
  const memoryIndex = openMemoryIndex(analytics, {
    maxDocuments: settings.memoryIndexDocuments,
    log,
    file: join(settings.dataFolder, 'memory-index'),
    steps: limits.indexSteps,
    engineAnswers: () => health.answers(),
  })
  opened.add(memoryIndex, (one) => one.close())
  const dissection = openDissection(settings.dissection)
  opened.add(dissection, (one) => one.close())
  // In a shared folder a content may be of a server that is away: it stays for as long as packets do.
  const sharedMs = settings.filesFolder === undefined ? 0 : settings.packets.days * 86_400_000
  await repairCaptures({ spool, files, captures: installation.captures, log, sharedMs }, clock())
  let jobs: Jobs | undefined
  const wake = (name: string): void => jobs?.wake(name)
  const lookups = settings.reverseDns
    ? startLookups({
        analytics,
        resolver: openResolver(settings.reverseDns.servers),
        rate: settings.reverseDns.rate,
        clock,
        log,
        onKept: () => wake('documents'),
      })
    : null
  if (lookups) opened.add(lookups, (one) => one.stop())
  const storing = await startStoring(opened, {
    spool,
    log,
    analytics,
    rules,
    retentionDays: settings.retentionDays,
    clock,
    onStored(published) {
      lookups?.seen(published)
      wake('documents')
    },
    onCaughtUp: () => jobs?.runNow('documents'),
  })
  const { drain } = storing
  const tagsBySlug = new Map(tags.map((tag) => [tag.slug, tag]))
  let updates: SourceUpdates | null = null
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
  opened.add(work, (one) => one.close())
  // What this process wrote, and what it sees that others wrote.
  const generation = (): number => memoryIndex.generation() + analytics.traffic.written()
  const reports = openReports({ generation, clock, reads: readsWhileAnswered(health, analytics) })
  const analyses = openAnalysisParts(stores.analysisFiles, {
    wake: () => wake(analysesName),
    keptDays: settings.analysisDays,
  })
  opened.add(analyses.analyzer, (one) => one.close())
  const pcaps = openPcapParts(stores.pcapFiles, { wake: () => wake(pcapsName) })
  const deps: Deps = {
    analytics,
    memoryIndex,
    health,
    work,
    budget: limits,
    files,
    analyses,
    pcaps,
    onKindAsked: () => wake(captureKindsName),
    spool,
    dissection,
    log,
    clock,
    publicUrl,
    backups: backupsOf(settings, stores, { clock, log }),
    sendMail: mailOf(settings, { clock, log }),
    jobs: () => jobs?.status() ?? [],
    installation,
    resolving: lookups !== null,
    enrich: (ip, origin) => enricher.enrich(ip, origin),
    reference: referenceOf({ enricher, installation, folder: sourcesFolder, updates: () => updates }),
    plans: settings.plans,
    tags: tagsBySlug,
    relay: new Relay(clock),
    sensorFiles: openSensorFiles(join(import.meta.dirname, '../..'), secret, certificate),
    profiles: openProfiles(),
    rules,
    cutLists: cachedCuts(readsWhileAnswered(health, analytics), clock),
    listsInForce: openListsInForce(readsWhileAnswered(health, analytics), clock, () => reports.changes()),
    reports,
    keptQueries: openKeptQueries({ version: () => `${generation()} ${reports.changes()}`, clock }),
    secret,
    // Of a database that others share, theirs count as well.
    attempts: openAttempts(clock, app.locks ? installation.accounts.failedAttempts : failuresInMemory()),
    breached: settings.breached,
    drained: () => drain.idle(),
    limits: {
      captureBytes: settings.captureLimitBytes,
      retentionDays: settings.retentionDays,
      packets: settings.packets,
    },
  }
  const listed = await jobList({
    deps,
    log,
    memoryIndex,
    settings,
    enricher,
    drain,
    batchIdRetentionMs: batchMemoryMs(settings),
    databases: app.lastError === null ? [] : [app.lastError],
    leads,
    wake,
  })
  updates = listed.updates
  const running = startJobs(listed.list, { clock, log, leads, polling, ...(onRound && { onRound }) })
  jobs = running
  const quiet = async (): Promise<void> => {
    await Promise.all([running.stop(), lookups?.stop()])
  }
  return {
    deps,
    work,
    drain,
    polling,
    jobs: running,
    retagging: listed.retagging,
    audits: listed.audits,
    generation: () => memoryIndex.generation(),
    sandbox: () => stores.sandbox(),
    loadsDemo: () => (demoLeadership ? demoLeadership.leads() : settings.role !== 'worker'),
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
      await storing.close()
      if (leadership) await leadership.stop()
      if (demoLeadership) await demoLeadership.stop()
      await memoryIndex.close()
      await stores.close()
    },
  }
}
