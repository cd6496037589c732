import type { Deps } from '#services/context.ts'
import type { Log } from '#store/log.ts'
import { openBackups, removeLeft } from '../backup/backups.ts'
import type { Settings } from '../settings.ts'
import type { Stores } from './stores.ts'

/**
 * Copies of the data folder; what lies in stores of others is said to be left out. Those that the server before this one made go: they
 * belong to nobody, or to a backup that says that it failed.
 */
export const backupsOf = (
  settings: Pick<Settings, 'dataFolder' | 'databaseUrl' | 'clickhouseUrl' | 'filesFolder'>,
  stores: Pick<Stores, 'enginePid'>,
  { clock, log }: { clock: () => number; log: Log },
): Deps['backups'] => {
  removeLeft({ dataFolder: settings.dataFolder, before: clock() }).catch((error: unknown) =>
    log.warn({ err: error }, 'a copy of the data folder that was left could not be removed'),
  )
  return openBackups({
    dataFolder: settings.dataFolder,
    enginePid: () => stores.enginePid(),
    clock,
    leftOut: settings.filesFolder ? [settings.filesFolder] : [],
    elsewhere: [
      ...(settings.databaseUrl ? ['PostgreSQL (DATABASE_URL)'] : []),
      ...(settings.clickhouseUrl ? ['ClickHouse (CLICKHOUSE_URL)'] : []),
    ],
  })
}
