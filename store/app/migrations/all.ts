import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as first from './001-first.ts'
import * as captureKind from './002-capture-kind.ts'
import * as promises from './003-promises.ts'
import * as rowSums from './004-row-sums.ts'
import * as customRules from './005-custom-rules.ts'
import * as jobsOfWorkspaces from './006-jobs-of-workspaces.ts'
import * as keyChanges from './007-key-changes.ts'
import * as accounts from './008-accounts.ts'
import * as searches from './009-searches.ts'
import * as identities from './010-identities.ts'
import * as secondFactors from './011-second-factors.ts'
import * as workspaceRemovals from './012-workspace-removals.ts'
import * as providerTokens from './013-provider-tokens.ts'
import * as failedAttempts from './014-failed-attempts.ts'
import * as usedTokens from './015-used-tokens.ts'
import * as oneLink from './016-one-link.ts'
import * as savedQueries from './017-saved-queries.ts'
import * as analyses from './018-analyses.ts'
import * as disputes from './019-disputes.ts'
import * as sensors from './020-sensors.ts'
import * as pcaps from './021-pcaps.ts'
import * as removedPackets from './022-removed-packets.ts'
import * as simulatedSensors from './023-simulated-sensors.ts'
import * as recentSearches from './024-recent-searches.ts'
import * as claimedBatches from './025-claimed-batches.ts'
import * as tasksThatAreDone from './026-tasks-that-are-done.ts'

/** In order of their numbers; a published one is never changed. */
const migrations: Record<string, Migration> = {
  '001-first': first,
  '002-capture-kind': captureKind,
  '003-promises': promises,
  '004-row-sums': rowSums,
  '005-custom-rules': customRules,
  '006-jobs-of-workspaces': jobsOfWorkspaces,
  '007-key-changes': keyChanges,
  '008-accounts': accounts,
  '009-searches': searches,
  '010-identities': identities,
  '011-second-factors': secondFactors,
  '012-workspace-removals': workspaceRemovals,
  '013-provider-tokens': providerTokens,
  '014-failed-attempts': failedAttempts,
  '015-used-tokens': usedTokens,
  '016-one-link': oneLink,
  '017-saved-queries': savedQueries,
  '018-analyses': analyses,
  '019-disputes': disputes,
  '020-sensors': sensors,
  '021-pcaps': pcaps,
  '022-removed-packets': removedPackets,
  '023-simulated-sensors': simulatedSensors,
  '024-recent-searches': recentSearches,
  '025-claimed-batches': claimedBatches,
  '026-tasks-that-are-done': tasksThatAreDone,
}

export const migrationNames: readonly string[] = Object.keys(migrations)

const migratorOf = <T>(db: Kysely<T>): Migrator =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

/** One migration. @returns false when there was none left */
export async function migrateStep<T>(db: Kysely<T>): Promise<boolean> {
  const { error, results = [] } = await migratorOf(db).migrateUp()
  if (error) throw error
  return results.length > 0
}

/** Brings the tables up to date. Several processes may start at once: the migrator locks. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest()
  if (error) throw error
}
