import { uuidV7 } from './identifier.ts'
import type { AppDatabase } from './tables.ts'

export interface Workspace {
  id: string
  name: string
  /** Whether its sensors and uploads feed the global records unless told otherwise. */
  publish: boolean
  created: number
}

export async function createWorkspace(
  db: AppDatabase,
  input: { name: string; publish: boolean; now: number; id?: string },
): Promise<Workspace> {
  const row = {
    id: input.id ?? uuidV7(input.now),
    name: input.name,
    publish: input.publish ? 1 : 0,
    created: input.now,
  }
  await db.insertInto('workspaces').values(row).execute()
  return { ...row, publish: input.publish }
}

export async function getWorkspace(db: AppDatabase, id: string): Promise<Workspace | null> {
  const row = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { ...row, publish: row.publish === 1 } : null
}

/** Oldest first. */
export async function listWorkspaces(db: AppDatabase): Promise<Workspace[]> {
  const rows = await db.selectFrom('workspaces').selectAll().orderBy('created').orderBy('id').execute()
  return rows.map((row) => ({ ...row, publish: row.publish === 1 }))
}
