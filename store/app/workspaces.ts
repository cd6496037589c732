import { uuidV7 } from '../identifier.ts'
import { isIntactRow, summed } from './row-sum.ts'
import type { AppDatabase } from './tables.ts'

export interface Workspace {
  id: string
  name: string
  /** Whether its sensors and uploads feed the global records unless told otherwise. */
  publish: boolean
  created: number
}

export type WorkspaceRow = { id: string; name: string; publish: number; created: number }

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
  await db.insertInto('workspaces').values(summed(row)).execute()
  return workspaceOf(row)
}

export async function getWorkspace(db: AppDatabase, id: string): Promise<Workspace | null> {
  const row = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? workspaceOf(row) : null
}

/** Oldest first. */
export async function listWorkspaces(db: AppDatabase): Promise<Workspace[]> {
  const rows = await db.selectFrom('workspaces').selectAll().orderBy('created').orderBy('id').execute()
  return rows.map(workspaceOf)
}

const workspaceOf = ({ id, name, publish, created }: WorkspaceRow): Workspace => ({
  id,
  name,
  publish: publish === 1,
  created,
})

export async function renameWorkspace(db: AppDatabase, id: string, name: string): Promise<void> {
  await db.transaction().execute(async (within) => {
    const row = await within.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row || !isIntactRow(row)) return
    const { sum: _sum, ...rest } = row
    await within
      .updateTable('workspaces')
      .set(summed({ ...rest, name }))
      .where('id', '=', id)
      .execute()
  })
}

/** Enters a workspace in place of a row that is not what was written. */
export async function replaceWorkspace(
  db: AppDatabase,
  { id, name, publish, created }: WorkspaceRow,
): Promise<void> {
  const values = summed({ id, name, publish, created })
  await db
    .insertInto('workspaces')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}
