import { sql } from 'kysely'
import { isIntact } from './settings.ts'
import type { AppDatabase } from './tables.ts'

/**
 * Finds what SQLite itself cannot: values that are not what was written. A setting whose checksum does not hold is
 * taken for never set; rows whose workspace is not there get it back.
 * @returns what was done, a sentence each
 */
export async function mendRows(db: AppDatabase): Promise<string[]> {
  return [...(await mendSettings(db)), ...(await mendWorkspaces(db))]
}

async function mendSettings(db: AppDatabase): Promise<string[]> {
  const done: string[] = []
  for (const { key, value } of await db.selectFrom('settings').selectAll().execute()) {
    if (isIntact(value)) continue
    await db.deleteFrom('settings').where('key', '=', key).execute()
    done.push(`The stored setting "${key}" was damaged and stands as never set.`)
  }
  return done
}

/** An id of 128 random bits that differs in a bit is nobody else's: where one is missing and one is unused, they are the same. */
async function mendWorkspaces(db: AppDatabase): Promise<string[]> {
  const used = await sql<{
    id: string
  }>`SELECT workspace AS id FROM api_keys UNION SELECT workspace FROM captures`.execute(db)
  const known = await db.selectFrom('workspaces').select('id').execute()
  const [ids, usedIds] = [known.map(({ id }) => id), used.rows.map(({ id }) => id)]
  const missing = usedIds.filter((id) => !ids.includes(id))
  const unused = ids.filter((id) => !usedIds.includes(id))
  const [lost] = missing
  const [stray] = unused
  if (lost === undefined) return []
  if (missing.length === 1 && unused.length === 1 && stray !== undefined) {
    await db.updateTable('workspaces').set({ id: lost }).where('id', '=', stray).execute()
    return [`The id of workspace ${lost} was damaged and was restored.`]
  }
  // Nothing is published on a guess.
  for (const id of missing)
    await db.insertInto('workspaces').values({ id, name: 'Restored', publish: 0, created: 0 }).execute()
  return missing.map(
    (id) => `Workspace ${id} was damaged: it is back under the name "Restored", and does not publish.`,
  )
}
