import { emailKey, type User } from '#model/account/user.ts'
import type { KeyChanges } from '../key-changes.ts'
import { lockWorkspaces } from '../lock-workspaces.ts'
import type { AppDatabase } from '../tables.ts'
import { type Change, changesAfter, changesOf } from './audit-log.ts'
import { addInvite, type Invite, openInvites, removeInvite } from './invites.ts'
import { handOver, type Membership, membersOf, type Removed, removeMember } from './members.ts'
import { getUser } from './users.ts'

/** Who belongs to one workspace, who was invited, and what was changed in it. */
export interface WorkspacePeople {
  /** Oldest first. */
  members(): Promise<(Pick<User, 'id' | 'email' | 'firstName' | 'lastName'> & Omit<Membership, 'user'>)[]>
  /** Not the owner. @param of.leaves they go themselves, which they may where they are in another workspace that stays */
  remove(user: string, of: { leaves: boolean }): Promise<Removed>
  /** Makes another member the owner. */
  handOver(to: string): Promise<boolean>
  /** Those that wait, newest first. */
  invites(now: number): Promise<Invite[]>
  /**
   * Takes the place of those of the same address, in one act with `require`, which throws where there is no room beside those that wait:
   * nobody else invites into the workspace meanwhile. What the link holds is told this once.
   */
  invite(
    of: { email: string; inviter: string; now: number; expires: number },
    require?: (waiting: readonly Invite[]) => void,
  ): Promise<{ invite: Invite; token: string }>
  removeInvite(id: string): Promise<boolean>
  /** Newest first. */
  changes(limit: number): Promise<Change[]>
  /** Oldest first. @param of.since milliseconds */
  changesAfter(of: { since: number; after: string; limit: number }): Promise<(Change & { id: string })[]>
}

export const workspacePeople = (
  db: AppDatabase,
  changes: KeyChanges,
  workspace: string,
): WorkspacePeople => ({
  async members() {
    const found: Awaited<ReturnType<WorkspacePeople['members']>> = []
    for (const { user, ...membership } of await membersOf(db, workspace)) {
      const known = await getUser(db, user)
      if (!known) continue
      const { id, email, firstName, lastName } = known
      found.push({ id, email, firstName, lastName, ...membership })
    }
    return found
  },
  async remove(user, { leaves }) {
    const removed = await removeMember(db, { workspace, user, leaves })
    changes.changed()
    return removed
  },
  async handOver(to) {
    const done = await handOver(db, workspace, to)
    changes.changed()
    return done
  },
  invites: (now) => openInvites(db, workspace, now),
  invite: ({ email, inviter, now, expires }, require) =>
    db.transaction().execute(async (within) => {
      await lockWorkspaces(within, workspace)
      const waiting = await openInvites(within, workspace, now)
      require?.(waiting)
      // One link an address: the one before opens nothing any more.
      for (const one of waiting)
        if (one.email !== null && emailKey(one.email) === emailKey(email))
          await removeInvite(within, { workspace, id: one.id })
      return addInvite(within, { workspace, email, makesOwner: false, inviter, created: now, expires })
    }),
  removeInvite: (id) => removeInvite(db, { workspace, id }),
  changes: (limit) => changesOf(db, { workspace, limit }),
  changesAfter: (of) => changesAfter(db, { ...of, workspace }),
})
