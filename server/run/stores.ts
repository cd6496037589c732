import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openAnalytics, type Analytics } from '#store/analytics/open.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { superviseEngine } from '#store/analytics/launch/supervise.ts'
import { openAppStore, type AppStore } from '#store/app/open.ts'
import { openFiles, type Files } from '#store/files/files.ts'
import { openSpool, type Spool } from '#pipeline/spool/spool.ts'
import type { Log } from '#store/analytics/launch/log.ts'
import type { Settings } from '../settings.ts'

/** Everything that holds state, opened and migrated. */
export interface Stores {
  analytics: Analytics
  app: AppStore
  files: Files
  spool: Spool
  close(): Promise<void>
}

export async function openStores(settings: Settings, log: Log, clock: () => number): Promise<Stores> {
  const at = (name: string): string => join(settings.dataFolder, name)
  await mkdir(settings.dataFolder, { recursive: true, mode: 0o700 })
  const [engine, app, files, spool] = await Promise.all([
    openEngine(settings, log),
    openAppStore(settings.databaseUrl ? { url: settings.databaseUrl } : { file: at('noisefloor.db') }),
    openFiles({ dir: at('captures'), clock }),
    openSpool({ dir: at('spool'), clock, log }),
  ])
  await migrate(engine.analytics)
  return {
    analytics: engine.analytics,
    app,
    files,
    spool,
    async close() {
      await spool.close()
      await engine.close()
      await app.close()
    },
  }
}

async function openEngine(
  settings: Settings,
  log: Log,
): Promise<{ analytics: Analytics; close(): Promise<void> }> {
  if (settings.clickhouseUrl) {
    const analytics = openAnalytics({ url: settings.clickhouseUrl })
    return { analytics, close: () => analytics.close() }
  }
  const supervised = await superviseEngine({ dir: join(settings.dataFolder, 'analytics'), log })
  const analytics = openAnalytics({ launched: supervised.current })
  return {
    analytics,
    async close() {
      await analytics.close()
      await supervised.stop()
    },
  }
}
