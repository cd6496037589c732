import { sql } from 'kysely'
import { uuidV7Time } from '../identifier.ts'
import { isIntactRow } from './row-sum.ts'
import { isIntact } from './settings.ts'
import type { AppDatabase } from './tables.ts'
import { replaceWorkspace, type WorkspaceRow } from './workspaces.ts'

/**
 * Finds what SQLite itself cannot: values that are not what was written. A setting whose checksum does not hold is
 * taken for never set, a key opens nothing; a workspace comes back from
 * `copy`. Captures are compared with the batch
 * index (pipeline/audit).
 * @returns what was done, a sentence each
 */
export async function repairRows(db: AppDatabase, copy: readonly WorkspaceRow[]): Promise<string[]> {
  return [
    ...(await repairSettings(db)),
    ...(await repairKeys(db)),
    ...(await repairAccounts(db)),
    ...(await repairDisputes(db)),
    ...(await repairSensors(db)),
    ...(await repairWorkspaces(db, copy)),
  ]
}

async function repairSettings(db: AppDatabase): Promise<string[]> {
  const done: string[] = []
  for (const { key, value } of await db.selectFrom('settings').selectAll().execute()) {
    if (isIntact(value)) continue
    await db.deleteFrom('settings').where('key', '=', key).execute()
    done.push(`The stored setting "${key}" was damaged and stands as never set.`)
  }
  return done
}

async function repairKeys(db: AppDatabase): Promise<string[]> {
  const done: string[] = []
  for (const row of await db.selectFrom('api_keys').selectAll().execute()) {
    if (isIntactRow(row)) continue
    await db.deleteFrom('api_keys').where('id', '=', row.id).execute()
    done.push(`The API key ${row.id} was damaged and opens nothing any more.`)
  }
  return done
}

/** What gives rights and is not what was written gives none; an account stays for the operator to look at, and nobody signs in to it. */
async function repairAccounts(db: AppDatabase): Promise<string[]> {
  const done: string[] = []
  for (const row of await db.selectFrom('members').selectAll().execute()) {
    if (isIntactRow(row)) continue
    await db
      .deleteFrom('members')
      .where('workspace', '=', row.workspace)
      .where('user', '=', row.user)
      .execute()
    done.push(`That user ${row.user} belongs to workspace ${row.workspace} was damaged and is forgotten.`)
  }
  for (const row of await db.selectFrom('users').selectAll().execute())
    if (!isIntactRow(row)) done.push(`The account ${row.id} was damaged: nobody can sign in to it.`)
  for (const row of await db.selectFrom('identities').selectAll().execute())
    if (!isIntactRow(row)) done.push(`An identity of user ${row.user} was damaged: nobody signs in by it.`)
  for (const row of await db.selectFrom('sign_ins').selectAll().execute())
    if (!isIntactRow(row)) await db.deleteFrom('sign_ins').where('hash', '=', row.hash).execute()
  for (const row of await db.selectFrom('saved_queries').selectAll().execute()) {
    if (isIntactRow(row)) continue
    await db.deleteFrom('saved_queries').where('id', '=', row.id).execute()
    done.push(`A query that user ${row.user} saved was damaged and is forgotten.`)
  }
  // Nobody misses one.
  for (const row of await db.selectFrom('recent_searches').selectAll().execute())
    if (!isIntactRow(row)) await db.deleteFrom('recent_searches').where('id', '=', row.id).execute()
  for (const table of ['invites', 'mailed_tokens'] as const)
    for (const row of await db.selectFrom(table).selectAll().execute())
      if (!isIntactRow(row)) done.push(`A link that was sent (${table}) was damaged and opens nothing.`)
  return done
}

/** Nothing stands in public that nobody wrote. */
async function repairDisputes(db: AppDatabase): Promise<string[]> {
  const done: string[] = []
  for (const row of await db.selectFrom('disputes').selectAll().execute()) {
    if (isIntactRow(row)) continue
    await db.deleteFrom('disputes').where('id', '=', row.id).execute()
    done.push(`A dispute of ${row.ip} was damaged and is forgotten.`)
  }
  for (const row of await db.selectFrom('operator_answers').selectAll().execute()) {
    if (isIntactRow(row)) continue
    await db.deleteFrom('operator_answers').where('id', '=', row.id).execute()
    done.push(`An answer about ${row.ip} was damaged: it is in force no more.`)
  }
  return done
}

/** A sensor that is not what was written might send for somebody else, or in public. */
async function repairSensors(db: AppDatabase): Promise<string[]> {
  const done: string[] = []
  for (const row of await db.selectFrom('sensors').selectAll().execute()) {
    if (isIntactRow(row)) continue
    await db.deleteFrom('sensors').where('id', '=', row.id).execute()
    done.push(`The sensor ${row.id} was damaged and sends no more: install it again.`)
  }
  for (const row of await db.selectFrom('install_tokens').selectAll().execute())
    if (!isIntactRow(row)) await db.deleteFrom('install_tokens').where('id', '=', row.id).execute()
  for (const row of await db.selectFrom('sensor_profiles').selectAll().execute())
    if (!isIntactRow(row))
      done.push(`Version ${row.version} of the sensor profile ${row.id} was damaged and is left out.`)
  return done
}

async function repairWorkspaces(db: AppDatabase, copy: readonly WorkspaceRow[]): Promise<string[]> {
  const done: string[] = []
  const rows = await db.selectFrom('workspaces').selectAll().execute()
  const present = new Set(rows.filter(isIntactRow).map(({ id }) => id))
  for (const row of copy) {
    if (present.has(row.id)) continue
    await replaceWorkspace(db, row)
    present.add(row.id)
    done.push(`Workspace ${row.id} was damaged and was restored.`)
  }
  // Nothing is published on a guess.
  for (const id of await usedBeside(db, present)) {
    const name = rows.find((row) => row.id === id)?.name ?? 'Restored'
    await replaceWorkspace(db, { id, name, publish: 0, created: uuidV7Time(id) ?? 0 })
    present.add(id)
    done.push(`Workspace ${id} was damaged: it is back under the name "${name}", and does not publish.`)
  }
  // Another bit in an id makes one that nobody has.
  // One value, however many there are. By what stays: an id whose bytes are no text any more equals nothing that was read.
  await db
    .deleteFrom('workspaces')
    .where('id', 'not in', sql<string>`(SELECT value FROM json_each(${JSON.stringify([...present])}))`)
    .execute()
  return done
}

/** Workspaces beside `known` that keys, members, captures and sensors name; what damaged rows name is nobody's. */
async function usedBeside(db: AppDatabase, known: ReadonlySet<string>): Promise<Set<string>> {
  const used = new Set<string>()
  for (const table of ['api_keys', 'members', 'captures', 'sensors'] as const) {
    const named = await db.selectFrom(table).select('workspace').distinct().execute()
    // Compared here: as many values as there may be workspaces fit no statement.
    for (const { workspace } of named) {
      if (known.has(workspace)) continue
      const rows = await db.selectFrom(table).selectAll().where('workspace', '=', workspace).execute()
      if (rows.some(isIntactRow)) used.add(workspace)
    }
  }
  return used
}
