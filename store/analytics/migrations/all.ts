import { runMigrations } from '../migrate/run.ts'
import type { Migration } from '../migrate/migration.ts'
import { sessionsAndRollups } from './001-sessions-and-rollups.ts'
import { documentTombstones } from './002-document-tombstones.ts'
import type { Analytics } from '../open.ts'

/** The schema's history, oldest first; each file of this folder stands here. */
export const migrations: readonly Migration[] = [sessionsAndRollups, documentTombstones]

/** Brings the store to the newest schema; see runMigrations. */
export const migrate = (analytics: Analytics): Promise<number> => runMigrations(analytics, migrations)
