import { type MigrateOptions, runMigrations } from '../migrate/run.ts'
import type { Migration } from '../migrate/migration.ts'
import { sessionsAndRollups } from './001-sessions-and-rollups.ts'
import { documentTombstones } from './002-document-tombstones.ts'
import { exports } from './003-exports.ts'
import { documentSearch } from './004-document-search.ts'
import { factsOfAddresses } from './005-facts-of-addresses.ts'
import { cves } from './006-cves.ts'
import { evidence } from './007-evidence.ts'
import { taggedDays } from './008-tagged-days.ts'
import { tagActivity } from './009-tag-activity.ts'
import { direction } from './010-direction.ts'
import { decodedRequests } from './011-decoded-requests.ts'
import { boundedRecords } from './012-bounded-records.ts'
import { cheaperInserts } from './013-cheaper-inserts.ts'
import { rulesByWorkspace } from './014-rules-by-workspace.ts'
import { marksWithDays } from './015-marks-with-days.ts'
import { smallerBuffersOfDocuments } from './016-smaller-buffers-of-documents.ts'
import { marksWithTime } from './017-marks-with-time.ts'
import { documentMigrations } from './documents.ts'
import { addedColumns } from './session-columns.ts'
import type { Analytics } from '../open.ts'
import baseline from './baseline.json' with { type: 'json' }

/** The schema's history, oldest first; each numbered file of this folder stands here. */
const numbered: readonly Migration[] = [
  sessionsAndRollups,
  documentTombstones,
  exports,
  documentSearch,
  factsOfAddresses,
  cves,
  evidence,
  taggedDays,
  tagActivity,
  direction,
  decodedRequests,
  boundedRecords,
  cheaperInserts,
  rulesByWorkspace,
  marksWithDays,
  smallerBuffersOfDocuments,
  marksWithTime,
]

/** And what the descriptions of protocols and the catalogue of the document's columns add to it. */
export const migrations: readonly Migration[] = [...numbered, ...documentMigrations(), ...addedColumns()]

/** Brings the store to the newest schema; see runMigrations. After one was added: `node scripts/schema-baseline.ts`. */
export const migrate = (analytics: Analytics, options: MigrateOptions = {}): Promise<number> =>
  runMigrations(analytics, migrations, { baseline, ...options })
