import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'
import { sharedKeyName } from '../keys.ts'
import { lockWorkspaces } from '../lock-workspaces.ts'
import { lockUser } from './users.ts'

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

/** Whether a user is in another workspace than this one that does not wait for its removal. Where the user is locked it stays so. */
export async function staysElsewhere(
  within: AppDatabase,
  { user, workspace }: { user: string; workspace: string },
): Promise<boolean> {
  const others = (await membershipsOf(within, user)).filter((one) => one.workspace !== workspace)
  const rows = await within.selectFrom('workspace_removals').selectAll().where('done', '=', 0).execute()
  const leaving = new Set(rows.filter(isIntactRow).map((row) => row.workspace))
  return others.some((one) => !leaving.has(one.workspace))
}

/** What became of a member who was to be taken out, or to leave. */
export type Removed = 'removed' | 'no member' | 'only workspace'

/**
 * Also ends what they let others in by. The owner is no member here: somebody may have handed over just now.
 * @param of.leaves they go themselves, and must be in another workspace that stays
 */
export async function removeMember(
  db: AppDatabase,
  { workspace, user, leaves }: { workspace: string; user: string; leaves: boolean },
): Promise<Removed> {
  return db.transaction().execute(async (within) => {
    await lockUser(within, user)
    await lockWorkspaces(within, workspace)
    if (leaves && !(await staysElsewhere(within, { user, workspace }))) return 'only workspace'
    const { numDeletedRows } = await within
      .deleteFrom('members')
      .where('workspace', '=', workspace)
      .where('user', '=', user)
      .where('owner', '=', 0)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return 'no member'
    await endAccessBy(within, { workspace, user })
    return 'removed'
  })
}

/** Ends the keys that a member made for something, and the invitations that wait. The key that all share is known to those who stay, who can rotate it. */
export async function endAccessBy(
  within: AppDatabase,
  { workspace, user }: { workspace: string; user: string },
): Promise<void> {
  await within
    .deleteFrom('api_keys')
    .where('workspace', '=', workspace)
    .where('made_by', '=', user)
    .where('name', '!=', sharedKeyName)
    .execute()
  await within
    .deleteFrom('invites')
    .where('workspace', '=', workspace)
    .where('inviter', '=', user)
    .where('accepted', '=', 0)
    .execute()
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
