import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'
import { lockWorkspaces } from '../lock-workspaces.ts'

/** That somebody belongs to a workspace. There are no roles: the one who made it is its owner. */
export interface Membership {
  workspace: string
  user: string
  isOwner: boolean
  created: number
}

/** A workspace has one owner: whoever comes as another is a member like others. Part of a transaction of the caller's. */
export async function addMember(
  db: AppDatabase,
  { workspace, user, isOwner, created }: Membership,
): Promise<void> {
  const hasOwner = isOwner && (await membersOf(db, workspace)).some((member) => member.isOwner)
  await db
    .insertInto('members')
    .values(summed({ workspace, user, owner: isOwner && !hasOwner ? 1 : 0, created }))
    .onConflict((conflict) => conflict.columns(['workspace', 'user']).doNothing())
    .execute()
}

/** Oldest first; rows that are not what was written give no right. */
export async function membershipsOf(db: AppDatabase, user: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('members')
    .selectAll()
    .where('user', '=', user)
    .orderBy('created')
    .orderBy('workspace')
    .execute()
  return rows.filter(isIntactRow).map(membershipOf)
}

/** Oldest first. */
export async function membersOf(db: AppDatabase, workspace: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('members')
    .selectAll()
    .where('workspace', '=', workspace)
    .orderBy('created')
    .orderBy('user')
    .execute()
  return rows.filter(isIntactRow).map(membershipOf)
}

/** @returns false for who is none, and for the owner: somebody may have handed over just now */
export async function removeMember(
  db: AppDatabase,
  { workspace, user }: { workspace: string; user: string },
): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    await lockWorkspaces(within, workspace)
    const { numDeletedRows } = await within
      .deleteFrom('members')
      .where('workspace', '=', workspace)
      .where('user', '=', user)
      .where('owner', '=', 0)
      .executeTakeFirst()
    return numDeletedRows > 0n
  })
}

/** Makes another member the owner, and the former one a member like others. */
export async function handOver(db: AppDatabase, workspace: string, to: string): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    await lockWorkspaces(within, workspace)
    const all = await membersOf(within, workspace)
    if (!all.some(({ user }) => user === to)) return false
    for (const { user, created } of all)
      await within
        .updateTable('members')
        .set(summed({ workspace, user, owner: user === to ? 1 : 0, created }))
        .where('workspace', '=', workspace)
        .where('user', '=', user)
        .execute()
    return true
  })
}

/** Of a row that is what was written. */
export const membershipOf = (row: {
  workspace: string
  user: string
  owner: number
  created: number
}): Membership => ({
  workspace: row.workspace,
  user: row.user,
  isOwner: row.owner === 1,
  created: row.created,
})
