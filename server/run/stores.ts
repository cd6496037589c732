import { constants } from 'node:fs'
import { access, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { engineMemory } from '#store/analytics/launch/launch.ts'
import { openAnalytics, type Analytics } from '#store/analytics/open.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { superviseEngine } from '#store/analytics/launch/supervise.ts'
import { NewerRelease } from '#store/newer-release.ts'
import { openAppStore, type AppStore } from '#store/app/open.ts'
import { openFiles, type Files } from '#store/files/files.ts'
import { unitBounds } from '#pipeline/drain/units.ts'
import { openSpool, type Spool } from '#pipeline/spool/spool.ts'
import type { Log } from '#store/log.ts'
import { unfinishedRestore } from '#model/backup.ts'
import type { Budget } from '#model/budget.ts'
import { openPolling, type Polling } from '#model/polling.ts'
import type { Settings } from '../settings.ts'
import { CannotStart, notUsable } from './cannot-start.ts'
import { filesFolder } from './files-folder.ts'
import { allOpened, closedOnFailure, type Openings } from './openings.ts'
import { engineFolder, migrateEngine, readyFolder } from './engine.ts'

/** Everything that holds state, opened and migrated. */
export interface Stores {
  analytics: Analytics
  app: Omit<AppStore, 'db'>
  files: Files
  /** What was sent to be analyzed, and what came of it. */
  analysisFiles: Files
  /** Packets of sessions that somebody asked for. */
  pcapFiles: Files
  spool: Spool
  /** What the system keeps our engine from; "elsewhere" for an engine of others. */
  sandbox(): string
  /** Of our own engine; null for one of others, and while there is none. */
  enginePid(): number | null
  close(): Promise<void>
  /** Ends the engine's process at once, where it is our own. */
  kill(): void
}

/** @throws CannotStart when another server uses the data folder, or a later release did */
export const openStores = (
  settings: Settings,
  limits: Pick<Budget, 'statementSeconds'>,
  log: Log,
  clock: () => number,
): Promise<Stores> =>
  closedOnFailure(log, (opened) => open(opened, settings, limits, log, clock)).catch((error: unknown) => {
    throw error instanceof NewerRelease ? new CannotStart(error.message) : error
  })

async function open(
  opened: Openings,
  settings: Settings,
  limits: Pick<Budget, 'statementSeconds'>,
  log: Log,
  clock: () => number,
): Promise<Stores> {
  const at = (name: string): string => join(settings.dataFolder, name)
  // First and alone: its lock keeps a second server from touching what the first one works with.
  const rangeBounds = settings.clickhouseUrl ? undefined : unitBounds(engineMemory())
  const spool = await openSpool({
    dir: at('spool'),
    clock,
    log,
    batchIdRetentionMs: batchMemoryMs(settings),
    ...(rangeBounds && { rangeBounds }),
  }).catch((error: unknown) => {
    throw isInUse(error)
      ? new CannotStart(
          `Another Noisefloor server uses ${settings.dataFolder}: stop it, or set NOISEFLOOR_DATA to another folder.`,
        )
      : error
  })
  opened.add(spool, (one) => one.close())
  const { databaseUrl } = settings
  const opening = openAppStore(databaseUrl ? { url: databaseUrl } : { file: at('noisefloor.db') }).then(
    (made) => opened.add(made, (one) => one.close()),
    (error: unknown) => {
      throw databaseUrl ? notUsable('DATABASE_URL', error) : error
    },
  )
  const [engine, app, [files, analysisFiles, pcapFiles]] = await allOpened([
    openEngine(settings, limits, log, opening).then((made) => opened.add(made, (one) => one.close())),
    opening,
    openAllFiles(settings, opening, clock),
  ])
  await engine.migrate()
  return {
    analytics: engine.analytics,
    app,
    files,
    analysisFiles,
    pcapFiles,
    spool,
    sandbox: engine.sandbox,
    kill: engine.kill,
    enginePid: engine.pid,
    async close() {
      await spool.close()
      await engine.close()
      await app.close()
    },
  }
}

/** Captures, lists with their results, and packets that were asked for. */
async function openAllFiles(
  settings: Pick<Settings, 'dataFolder' | 'filesFolder'>,
  app: Promise<AppStore>,
  clock: () => number,
): Promise<[Files, Files, Files]> {
  const isShared = settings.filesFolder !== undefined
  const folder = await filesFolder(settings, app)
  const open = (name: string): Promise<Files> => openFiles({ dir: join(folder, name), clock, isShared })
  return Promise.all([open('captures'), open('analyses'), open('pcaps')])
}

/** Batch ids are remembered for longer than their sessions are kept, so that all of these can be compared (milliseconds). */
export const batchMemoryMs = ({ retentionDays }: Pick<Settings, 'retentionDays'>): number =>
  Math.max(40, retentionDays + 10) * 86_400_000

/** Where several servers may share the stores none is idle: of what another one was given to do it does not hear. */
export const pollingOf = ({
  databaseUrl,
  clickhouseUrl,
}: Pick<Settings, 'databaseUrl' | 'clickhouseUrl'>): Polling => openPolling(!(databaseUrl && clickhouseUrl))

const isInUse = (error: unknown): boolean =>
  error instanceof Error && /in use by another process|database is locked/.test(error.message)

/** Before anything is opened in it. @throws CannotStart when it cannot be used */
export async function openDataFolder(folder: string): Promise<void> {
  let isHalfRestored: boolean
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    isHalfRestored = (await readdir(folder)).includes(unfinishedRestore)
  } catch (error) {
    throw new CannotStart(
      `The data folder ${folder} cannot be used (${(error as NodeJS.ErrnoException).code}): set NOISEFLOOR_DATA to a folder that this user may write.`,
    )
  }
  if (isHalfRestored)
    throw new CannotStart(
      `A restore into ${folder} is under way, or did not end: remove what is in it and restore the backup again.`,
    )
}

/** An engine of our own is ours alone; a named one may be shared with every server on the same PostgreSQL. */
async function openEngine(
  settings: Settings,
  { statementSeconds }: Pick<Budget, 'statementSeconds'>,
  log: Log,
  app: Promise<AppStore>,
): Promise<{
  analytics: Analytics
  migrate(): Promise<unknown>
  sandbox(): string
  pid(): number | null
  close(): Promise<void>
  kill(): void
}> {
  if (settings.clickhouseUrl) {
    const { locks } = await app
    const analytics = openAnalytics({
      url: settings.clickhouseUrl,
      statementSeconds,
      ...(locks && { across: locks.withLock }),
    })
    return {
      analytics,
      sandbox: () => 'elsewhere',
      pid: () => null,
      migrate: () =>
        migrate(analytics).catch((error: unknown) => {
          throw notUsable('CLICKHOUSE_URL', error)
        }),
      close: () => analytics.close(),
      kill: () => undefined,
    }
  }
  const definitions = await readyFolder(settings.dataFolder, log)
  const supervised = await superviseEngine({ dir: engineFolder(settings.dataFolder), log })
  const analytics = openAnalytics({ launched: supervised.current, statementSeconds })
  return {
    analytics,
    sandbox: () => supervised.current()?.sandbox ?? 'restarting',
    pid: () => supervised.current()?.pid ?? null,
    migrate: () => migrateEngine(analytics, settings.dataFolder, definitions, log),
    async close() {
      await analytics.close()
      await supervised.stop()
    },
    kill() {
      const engine = supervised.current()
      if (engine) process.kill(engine.pid, 'SIGKILL')
    },
  }
}
