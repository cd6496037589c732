import type { Deps } from '#services/context.ts'
import { openBackups } from '../backup/backups.ts'
import type { Settings } from '../settings.ts'
import type { Stores } from './stores.ts'

/** Copies of the data folder; what lies in stores of others is said to be left out. */
export const backupsOf = (
  settings: Pick<Settings, 'dataFolder' | 'databaseUrl' | 'clickhouseUrl' | 'filesFolder'>,
  stores: Pick<Stores, 'enginePid'>,
  clock: () => number,
): Deps['backups'] =>
  openBackups({
    dataFolder: settings.dataFolder,
    enginePid: () => stores.enginePid(),
    clock,
    leftOut: settings.filesFolder ? [settings.filesFolder] : [],
    elsewhere: [
      ...(settings.databaseUrl ? ['PostgreSQL (DATABASE_URL)'] : []),
      ...(settings.clickhouseUrl ? ['ClickHouse (CLICKHOUSE_URL)'] : []),
    ],
  })
