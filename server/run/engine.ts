import { join } from 'node:path'
import {
  type Definitions,
  forgetDefinitions,
  keepDefinitions,
  restoreDefinitions,
} from '#store/analytics/launch/definitions.ts'
import type { Log } from '#store/log.ts'
import { appliedSteps } from '#store/analytics/migrate/run.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { pastDamage } from '#store/analytics/parts/readable.ts'

/** The embedded engine's folder, put right before it starts. @returns what the newest migration left, null when unknown */
export async function readyFolder(dataFolder: string, log: Log): Promise<Definitions | null> {
  const { copy, restored } = await restoreDefinitions(engineFolder(dataFolder))
  if (restored.length > 0) log.error({ restored }, 'definitions of tables were damaged and were put back')
  return copy
}

export const engineFolder = (dataFolder: string): string => join(dataFolder, 'analytics')

/** Brings the engine to the newest schema, past parts that cannot be read, and keeps a copy of the definitions. */
export async function migrateEngine(
  analytics: Analytics,
  dataFolder: string,
  definitions: Definitions | null,
  log: Log,
): Promise<void> {
  const dir = engineFolder(dataFolder)
  await readable(analytics, log, () =>
    migrate(analytics, { applied: definitions?.migrated, beforeChange: () => forgetDefinitions(dir) }),
  )
  await keepDefinitions(dir, await appliedSteps(analytics.migrator))
}

/** Runs what a start cannot do without, setting damaged parts aside that stand in its way. */
export const readable = <T>(analytics: Analytics, log: Log, run: () => Promise<T>): Promise<T> =>
  pastDamage(analytics, run, (part) =>
    log.error(part, 'a damaged part was set aside, so that the server can start'),
  )
