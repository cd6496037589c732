import type { AppDatabase } from '../tables.ts'
import { acceptInvite, type Invite } from './invites.ts'
import { addMember, type Membership, membersOf } from './members.ts'
import { lockWorkspaces } from '../lock-workspaces.ts'

/**
 * Accepts an invitation, for who becomes a member next in the same transaction. Until its end nobody else joins or leaves the workspace:
 * its owner may be about to go.
 * @returns as what they come; null where somebody was faster, or the invitation is gone
 */
export async function acceptInTurn(
  within: AppDatabase,
  { id, workspace, makesOwner }: Invite,
  now: number,
): Promise<Pick<Membership, 'workspace' | 'isOwner'> | null> {
  await lockWorkspaces(within, workspace)
  if (!(await acceptInvite(within, id, now))) return null
  // Of a workspace that nobody is left in only invitations of the operator's remain.
  const isOwner = makesOwner || (await membersOf(within, workspace)).length === 0
  return { workspace, isOwner }
}

/** @returns false where somebody was faster, or the invitation is gone */
export const joinInvited = (
  db: AppDatabase,
  { invite, user, now }: { invite: Invite; user: string; now: number },
): Promise<boolean> =>
  db.transaction().execute(async (within) => {
    const accepted = await acceptInTurn(within, invite, now)
    if (accepted) await addMember(within, { ...accepted, user, created: now })
    return accepted !== null
  })
