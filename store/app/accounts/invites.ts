import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'
import { hashOf, isPlausible, newSecret } from './secret.ts'

/** That whoever has a link, or an address of mail, may join a workspace. */
export interface Invite {
  /** SHA-256 of what the link holds, hex. */
  id: string
  workspace: string
  /** null: of whoever has the link, which is given out at the server's own terminal alone. */
  email: string | null
  /** Whether who accepts it becomes the owner. */
  makesOwner: boolean
  /** The user who invites; "" for the server itself. */
  inviter: string
  created: number
  expires: number
  /** Milliseconds; null: not yet. */
  accepted: number | null
}

/** What the link holds is told this once. */
export async function addInvite(
  db: AppDatabase,
  of: Pick<Invite, 'workspace' | 'email' | 'makesOwner' | 'inviter' | 'created' | 'expires'>,
): Promise<{ invite: Invite; token: string }> {
  const token = newSecret()
  const row = summed({
    id: hashOf(token),
    workspace: of.workspace,
    email: of.email ?? '',
    owner: of.makesOwner ? 1 : 0,
    inviter: of.inviter,
    created: of.created,
    expires: of.expires,
    accepted: 0,
  })
  await db.insertInto('invites').values(row).execute()
  return { invite: inviteOf(row), token }
}

/** By what its link holds; null when there is none, or it has expired. One that was accepted is found. */
export async function findInvite(db: AppDatabase, token: string, now: number): Promise<Invite | null> {
  if (!isPlausible(token)) return null
  const row = await db.selectFrom('invites').selectAll().where('id', '=', hashOf(token)).executeTakeFirst()
  return row && isIntactRow(row) && (row.accepted > 0 || row.expires >= now) ? inviteOf(row) : null
}

/** @returns false when somebody was faster */
export async function acceptInvite(db: AppDatabase, id: string, now: number): Promise<boolean> {
  const row = await db.selectFrom('invites').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !isIntactRow(row)) return false
  const { sum: _sum, ...rest } = row
  const { numUpdatedRows } = await db
    .updateTable('invites')
    .set(summed({ ...rest, accepted: now }))
    .where('id', '=', id)
    .where('accepted', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those of a workspace that wait, newest first. */
export async function openInvites(db: AppDatabase, workspace: string, now: number): Promise<Invite[]> {
  const rows = await db
    .selectFrom('invites')
    .selectAll()
    .where('workspace', '=', workspace)
    .where('accepted', '=', 0)
    .where('expires', '>=', now)
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute()
  return rows.filter(isIntactRow).map(inviteOf)
}

export async function removeInvite(db: AppDatabase, of: { workspace: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invites')
    .where('workspace', '=', of.workspace)
    .where('id', '=', of.id)
    .where('accepted', '=', 0)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const inviteOf = (row: Omit<Tables['invites'], 'sum'>): Invite => ({
  id: row.id,
  workspace: row.workspace,
  email: row.email === '' ? null : row.email,
  makesOwner: row.owner === 1,
  inviter: row.inviter,
  created: row.created,
  expires: row.expires,
  accepted: row.accepted === 0 ? null : row.accepted,
})
