import { staysElsewhere } from './accounts/members.ts'
import { lockUser } from './accounts/users.ts'
import { lockWorkspaces } from './lock-workspaces.ts'
import { isIntactRow, summed } from './row-sum.ts'
import type { KeyChanges } from './key-changes.ts'
import { removeSensors } from './sensors/remove-all.ts'
import type { AppDatabase } from './tables.ts'

/** That a workspace will be removed, while it can still be undone. */
export interface WorkspaceRemoval {
  /** From when on, milliseconds since 1970 UTC. */
  due: number
  /** The user who asked for it. */
  askedBy: string
}

/** Of one workspace. */
export interface OwnRemoval {
  /** null where none waits. */
  get(): Promise<WorkspaceRemoval | null>
  /**
   * Asked for again it is the first that counts.
   * @param of.needsAnother whoever asks must be in another workspace that stays. @returns false where there is none
   */
  ask(removal: WorkspaceRemoval, of?: { needsAnother: boolean }): Promise<boolean>
  /** @returns false where none waited */
  undo(): Promise<boolean>
}

export const ownRemoval = (db: AppDatabase, workspace: string): OwnRemoval => ({
  async get() {
    const row = await db
      .selectFrom('workspace_removals')
      .selectAll()
      .where('workspace', '=', workspace)
      .executeTakeFirst()
    // One that cannot be read removes nothing.
    return row && isIntactRow(row) && row.done === 0 ? { due: row.due, askedBy: row.asked_by } : null
  },
  ask: ({ due, askedBy }, { needsAnother } = { needsAnother: false }) =>
    db.transaction().execute(async (within) => {
      await lockUser(within, askedBy)
      if (needsAnother && !(await staysElsewhere(within, { user: askedBy, workspace }))) return false
      await within
        .insertInto('workspace_removals')
        .values(summed({ workspace, due, asked_by: askedBy, done: 0 }))
        .onConflict((conflict) => conflict.column('workspace').doNothing())
        .execute()
      return true
    }),
  async undo() {
    const { numDeletedRows } = await db
      .deleteFrom('workspace_removals')
      .where('workspace', '=', workspace)
      .where('done', '=', 0)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

/** Ids of those that were removed: their rows stay. */
export async function removedWorkspaces(db: AppDatabase): Promise<Set<string>> {
  const rows = await db.selectFrom('workspace_removals').selectAll().where('done', '=', 1).execute()
  return new Set(rows.filter(isIntactRow).map(({ workspace }) => workspace))
}

/**
 * Removes what is due: members, keys, invitations, rules and sensors of the workspace, all or nothing. Its row stays, since captures and sessions
 * name it until the retention takes them. @returns the ids
 */
export async function removeDueWorkspaces(
  db: AppDatabase,
  changes: KeyChanges,
  now: number,
): Promise<string[]> {
  const due = await db
    .selectFrom('workspace_removals')
    .selectAll()
    .where('done', '=', 0)
    .where('due', '<=', now)
    .execute()
  const removed: string[] = []
  for (const { sum, ...row } of due) {
    if (!isIntactRow({ ...row, sum })) continue
    const { workspace } = row
    const isDone = await db.transaction().execute(async (within) => {
      const taken = await within
        .updateTable('workspace_removals')
        .set(summed({ ...row, done: 1 }))
        .where('workspace', '=', workspace)
        // Undone meanwhile, or done by another server.
        .where('done', '=', 0)
        .executeTakeFirst()
      if (taken.numUpdatedRows === 0n) return false
      await lockWorkspaces(within, workspace)
      for (const table of ['members', 'api_keys', 'invites', 'custom_rules'] as const)
        await within.deleteFrom(table).where('workspace', '=', workspace).execute()
      await removeSensors(within, workspace)
      // They are past their time: whoever removes those takes their files with them.
      for (const table of ['analyses', 'pcaps'] as const)
        await within.updateTable(table).set({ expires: 0 }).where('workspace', '=', workspace).execute()
      return true
    })
    if (isDone) removed.push(workspace)
  }
  if (removed.length > 0) changes.changed()
  return removed
}
